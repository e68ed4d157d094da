// How the velocity changes from cell to cell, in a dense copy of the cells.
#pragma once

#include <cstddef>

#include "spindrift/frame.h"

namespace spindrift {

// Of a component of the velocity along x (axis 0) or y (1) at a cell's centre, 1/s: from the neighbours in its plane of
// constant z that hold fluid, or from one of them and the cell itself; 0 where there is none.
double velocity_slope(const CellFrame& cells, std::size_t cell, int component, int axis);

// dv/dx - du/dy, 1/s: of a cell of 2D, or the part about z in 3D. 0 in cells without fluid.
double vorticity(const CellFrame& cells, std::size_t cell);

}  // namespace spindrift
