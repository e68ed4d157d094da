// Numbers in named columns, as a CSV file has them: measured motions, profiles of a surface.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

struct NumberTable {
  std::string file;                // for messages
  std::vector<std::string> names;  // of the columns
  std::vector<double> numbers;     // row by row
  std::vector<int> lines;          // of each row in the file, for messages; may be empty

  int columns() const { return static_cast<int>(names.size()); }
  int rows() const { return names.empty() ? 0 : static_cast<int>(numbers.size() / names.size()); }
  double at(int row, int column) const { return numbers[static_cast<std::size_t>(row * columns() + column)]; }
  int find(std::string_view name) const;  // the column of that name, or -1
  Place place(int row) const;

  // What a column holds where another one, which ascends, holds `key`: linear between rows, that of the first before
  // it and that of the last behind it. 0 if there is no such column.
  double value_at(double key, int key_column, int column) const;
};

}  // namespace spindrift
