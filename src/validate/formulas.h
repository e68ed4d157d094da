// Formulas over names: what a name stands for is looked up when a formula asks for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exec/parallel.h"
#include "validate/case_file.h"
#include "validate/data_table.h"

namespace spindrift {

using NameLookup = FunctionRef<Result<double>(const std::string& name, const Place& place)>;

// The names in a formula that are no functions and no constants of mathematics.
std::vector<std::string> names_in_formula(std::string_view text);

Result<double> evaluate(const Formula& formula, NameLookup lookup);

// A value for each line of the table, whose columns come before other names.
Result<std::vector<double>> evaluate_rows(const Formula& formula, const DataTable& table, NameLookup lookup);

// An error at the formula: unknown name, with the nearest one that is known.
Error unknown_name(const std::string& name, const Place& place, const std::vector<std::string>& known);

}  // namespace spindrift
