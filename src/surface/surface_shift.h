// How far outside of the extracted surface the finished one lies, at the nodes around it, metres. Smoothing, and what
// is given back and held after it, move vertices; this takes the level set along.
#pragma once

#include "surface/extract_surface.h"

namespace spindrift {

// Each vertex tells the two nodes of its edge, and they tell those beside them that were told nothing: vertices in the
// domain's sides say nothing, since sides do not move. Zero further away.
CellField<float, 3> surface_shift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles,
                                  const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished);

}  // namespace spindrift
