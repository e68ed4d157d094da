// How the cells of a dense grid are numbered, x fastest, as in a CellFrame.
#pragma once

#include <cstddef>

#include "spindrift/vec.h"

namespace spindrift {

// The number of the cell x, y, z of a grid with so many cells along each axis.
inline std::size_t cell_number(const Vec<int, 3>& cells, int x, int y, int z = 0) {
  return (static_cast<std::size_t>(z) * cells[1] + y) * cells[0] + x;
}

inline std::size_t cell_count(const Vec<int, 3>& cells) { return cell_number(cells, 0, 0, cells[2]); }

}  // namespace spindrift
