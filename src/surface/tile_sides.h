// On which side of the surface each tile of nodes lies. Most lie wholly on one, and what concerns the surface passes
// them by.
#pragma once

#include <vector>

#include "grid/field.h"
#include "grid/tile_map.h"

namespace spindrift {

enum class TileSide : char { kOutside, kInside, kBoth };

template <int D>
class TileSides {
 public:
  void find(const TileMap<D>& tiles, const CellField<float, D>& level);

  TileSide of(int tile) const { return of_[tile]; }
  // Of the tile and those around it: unless on both, the surface is further away than a tile's width.
  TileSide around(int tile) const { return around_[tile]; }
  const std::vector<int>& near_surface() const { return near_surface_; }  // the tiles with both around them

 private:
  std::vector<TileSide> of_, around_;  // by tile; the dummy, which stands for missing tiles, is outside
  std::vector<int> near_surface_;
};

}  // namespace spindrift
