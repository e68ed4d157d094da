// Distances to the surface at the nodes around it, from the level that the mesh is made from.
#pragma once

#include "spindrift/surface.h"
#include "surface/surface_level.h"
#include "surface/surface_shift.h"

namespace spindrift {

// Beside the surface the distance is that to the points where the level crosses zero, less the surface's `shift` (see
// surface_shift.h); from there it grows outwards and inwards with slope 1. The domain's sides end the liquid.
SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const SurfaceLevel<3>& level,
                                 const SurfaceShift& shift);

}  // namespace spindrift
