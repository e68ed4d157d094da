// Looks at the level of every tile, then at the tiles around it.
#include "surface/tile_sides.h"

#include <algorithm>

#include "grid/for_each_tile.h"

namespace spindrift {
namespace {

template <int D>
TileSide side_of(const float* level) {
  int inside = 0;
  for (int c = 0; c < Tile<D>::kCells; ++c) inside += level[c] > 0.0f ? 1 : 0;
  return inside == 0 ? TileSide::kOutside : inside == Tile<D>::kCells ? TileSide::kInside : TileSide::kBoth;
}

}  // namespace

template <int D>
void TileSides<D>::find(const TileMap<D>& tiles, const CellField<float, D>& level) {
  constexpr std::size_t kGrain = 32;  // tiles: one pass over one field
  of_.assign(tiles.count() + 1, TileSide::kOutside);
  around_.assign(tiles.count() + 1, TileSide::kOutside);
  for_each_tile("find sides of tiles", tiles, [&](int tile) { of_[tile] = side_of<D>(level.tile(tile)); }, kGrain);
  for_each_tile(
      "find sides around tiles", tiles,
      [&](int tile) {
        const auto& neighbors = tiles.neighbors(tile);
        const bool is_same = std::all_of(neighbors.begin(), neighbors.end(), [&](int n) { return of(n) == of(tile); });
        around_[tile] = is_same ? of(tile) : TileSide::kBoth;
      },
      kGrain);
  near_surface_.clear();
  for (int tile = 1; tile <= tiles.count(); ++tile)
    if (around(tile) == TileSide::kBoth) near_surface_.push_back(tile);
}

template class TileSides<2>;
template class TileSides<3>;

}  // namespace spindrift
