// From values at nodes to a closed mesh: marching cubes in 3D, marching squares in 2D, tile by tile.
#pragma once

#include <cstdint>
#include <vector>

#include "surface/surface_level.h"

namespace spindrift {

template <int D>
struct RawSurface {
  std::vector<VecF<D>> vertices;  // in nodes from the grid's first; those at sides lie exactly on them
  std::vector<std::array<std::uint32_t, D>> faces;
};

// Positive values are inside. Values at nodes of tiles that do not exist count as outside.
template <int D>
RawSurface<D> extract_surface(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const LevelField<D>& level);

}  // namespace spindrift
