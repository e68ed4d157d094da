// The neighbours of a tile's cells across faces that solids leave open.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "fluid/grid_state.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

template <int D>
class OpenNeighbors {
 public:
  OpenNeighbors(const GridState<D>& state, int tile) {
    for (std::size_t a = 0; a < D; ++a) load_halo(state.tiles, (*state.open_area())[a], tile, areas_[a]);
  }

  // visit(neighbour, open share of the face between)
  template <class Visit>
  void for_each(const VecI<D>& cell, Visit&& visit) const {
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side) {
        VecI<D> beside = cell, face = cell;
        beside[a] += side ? 1 : -1;
        face[a] += side;
        if (const float area = areas_[a].at(face); area > 0.0f) visit(beside, area);
      }
  }

 private:
  std::array<HaloBlock<float, D, 0, 1>, D> areas_;
};

// work(tile) for the tiles with a cell that is closer to a solid than a cell, and a little more for rounding. Slivers,
// cells whose centres lie in a solid, are among them with all their neighbours.
template <int D, class Work>
void for_each_tile_at_solids(const GridState<D>& state, Work&& work) {
  for_each_tile(
      "for each tile at solids", state.tiles,
      [&](int tile) {
        const float* distance = state.solid_distance().tile(tile);
        if (std::any_of(distance, distance + Tile<D>::kCells, [](float d) { return d < 1.1f; })) work(tile);
      },
      8);
}

}  // namespace spindrift
