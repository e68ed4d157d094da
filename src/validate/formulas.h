// Tables of numbers with named columns, and formulas over columns and names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exec/parallel.h"
#include "spindrift/error.h"
#include "validate/case_file.h"

namespace spindrift {

struct DataTable {
  std::vector<std::string> names;
  std::vector<double> values;  // line by line; NaN where a field is empty

  std::size_t rows() const { return names.empty() ? 0 : values.size() / names.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * names.size() + column]; }
  int column(std::string_view name) const;  // -1: there is none
};

// Lines that begin with # are comments; the first other one has the names: `time s` becomes `time`, `left gauge height
// m` `left_gauge_height`. A name of one word stays as it is.
Result<DataTable> table_of_csv(std::string_view text, const std::string& file);

// An object for each line. A number's column has the name of its key; columns of an array are `key_x`, `key_y`,
// `key_z`, or its key if it has one number. Other values are skipped.
Result<DataTable> table_of_json_lines(std::string_view text, const std::string& file);

using NameLookup = FunctionRef<Result<double>(const std::string& name, const Place& place)>;

// The names in a formula without functions and `pi`.
std::vector<std::string> names_in_formula(std::string_view text);

Result<double> evaluate(const Formula& formula, NameLookup lookup);

// A value for each line of the table. Its columns hide other names.
Result<std::vector<double>> evaluate_rows(const Formula& formula, const DataTable& table, NameLookup lookup);

// An error at the formula: unknown name, with the nearest one that is known.
Error unknown_name(const std::string& name, const Place& place, const std::vector<std::string>& known);

}  // namespace spindrift
