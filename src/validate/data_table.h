// Columns of numbers with names that a formula can hold: of a run's probes.csv and stats.jsonl, and of reference data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

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

// An object for each line. Numbers stand under their keys, those of an array under `key_x`, `key_y`, `key_z`, of an
// array with one number under its key; all else is left out.
Result<DataTable> table_of_json_lines(std::string_view text, const std::string& file);

}  // namespace spindrift
