// Distances to the surface at the nodes around it.
#pragma once

#include "spindrift/surface.h"
#include "surface/extract_surface.h"
#include "surface/surface_level.h"

namespace spindrift {

// Beside the surface the distance is that to the zero of the level, less the shift of the surface from `extracted` to
// `finished`: smoothing and the correction of the volume move vertices. From there it grows with slope 1 on both sides.
// The domain's sides end the liquid.
SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const SurfaceLevel<3>& level,
                                 const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished);

}  // namespace spindrift
