// Copies of the state for users, as frame.h and surface.h define them: the numbering of dense cells, checks, slopes.
#pragma once

#include <cstddef>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/image.h"
#include "spindrift/surface.h"
#include "spindrift/vec.h"

namespace spindrift {

// The number of cell x, y, z in a dense grid, x fastest, as in a CellFrame.
inline std::size_t cell_number(const Vec<int, 3>& cells, int x, int y, int z = 0) {
  return (static_cast<std::size_t>(z) * cells[1] + y) * cells[0] + x;
}

inline std::size_t cell_count(const Vec<int, 3>& cells) { return cell_number(cells, 0, 0, cells[2]); }

// Whether the arrays of a frame match each other. For frames that a user has filled.
Status check_frame(const ParticleFrame& frame);
Status check_frame(const CellFrame& frame);
Status check_frame(const FluidCells& cells);
Status check_frame(const SurfaceMesh& mesh);
Status check_frame(const SurfaceDistance& surface);
Status check_frame(const Image& image);

// The slope of a velocity component along an axis at a cell's centre, 1/s: from the neighbours that hold fluid, or one
// of them and the cell; 0 without any.
double velocity_slope(const CellFrame& cells, std::size_t cell, int component, int axis);

// dv/dx - du/dy, 1/s: of a cell of 2D, or the part about z in 3D. 0 in cells without fluid.
double vorticity(const CellFrame& cells, std::size_t cell);

}  // namespace spindrift
