// Builds the levels of a multigrid hierarchy from the pressure matrix.
#pragma once

#include "linear/pressure/multigrid.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

template <int D>
void build_multigrid(const TileMap<D>& map, const PressureSystem<D>& system, Multigrid<D>& multigrid);

}  // namespace spindrift
