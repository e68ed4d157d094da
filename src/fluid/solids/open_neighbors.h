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
  OpenNeighbors(const SolidsView<D>& solids, int tile) {
    for (std::size_t a = 0; a < D; ++a) load_halo(solids.tiles, solids.open_area[a], tile, areas_[a]);
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

// Whether a cell of the tile is closer to a solid than a cell. Then all small cut cells, whose centres lie in a solid,
// are in such tiles with all their neighbours.
template <int D>
bool is_at_solids(const SolidsView<D>& solids, int tile) {
  constexpr float kNearSolid = 1.1f;  // cells: one, and a little more for rounding
  const float* distance = solids.distance.tile(tile);
  return std::any_of(distance, distance + Tile<D>::kCells, [](float d) { return d < kNearSolid; });
}

template <int D, class Body>
void for_each_tile_at_solids(const char* name, const GridState<D>& state, Body&& body) {
  const SolidsView<D> solids = state.solids_view();
  for_each_tile(
      name, state.tiles,
      [&](int tile) {
        if (is_at_solids(solids, tile)) body(tile);
      },
      8);
}

}  // namespace spindrift
