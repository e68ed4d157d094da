// Distances to the surface at the nodes around it, from the level that the mesh is made from.
#pragma once

#include "spindrift/surface.h"
#include "surface/surface_level.h"

namespace spindrift {

// Near the surface the distance is the level over the length of its gradient. Domain's sides end the liquid.
SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const LevelField<3>& level);

}  // namespace spindrift
