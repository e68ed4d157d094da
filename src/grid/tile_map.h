// The tiles that exist: only those near the fluid. Ids run from 1 in Morton order; id 0 is a dummy of zeros for every
// missing tile, so that missing neighbours need no branch.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/tile.h"
#include "grid/views.h"

namespace spindrift {

template <int D>
class TileMap {
 public:
  using T = Tile<D>;

  // An empty map over an index space of this many cells along each axis. Along a periodic axis, whose cells must fill
  // whole tiles, the last tile is the low neighbour of the first.
  void reset(const VecI<D>& extent_cells, const Vec<bool, D>& is_periodic = {});

  // Makes exactly these tiles exist. Duplicates and tiles outside of the index space are ignored.
  void rebuild(std::span<const VecI<D>> wanted);

  // For tile kernels; until the next rebuild.
  TilesView<D> view() const { return {count(), tiles_, is_periodic_, coord_.data(), neighbors_.data(), table_.data()}; }
  operator TilesView<D>() const { return view(); }

  int count() const { return static_cast<int>(coord_.size()) - 1; }
  int find(const VecI<D>& coord) const { return view().find(coord); }
  bool contains(const VecI<D>& coord) const { return view().contains(coord); }
  VecI<D> wrapped(const VecI<D>& coord) const { return view().wrapped(coord); }
  const Vec<bool, D>& is_periodic() const { return is_periodic_; }
  const VecI<D>& coord(int id) const { return coord_[id]; }
  VecI<D> first_cell(int id) const { return view().first_cell(id); }
  const std::array<int, T::kNeighbors>& neighbors(int id) const { return neighbors_[id]; }

  // The id before the last rebuild, 0 for a new tile.
  int previous(int id) const { return previous_[id]; }

  // Tiles of one colour are at least a tile apart: the parity of their coordinates. Around a periodic axis with an odd
  // number of tiles the last and the first would be alike, so the last has a third colour.
  const std::vector<int>& color(int c) const { return colors_[c]; }
  static constexpr int kColors = power(3, D);

  const VecI<D>& extent_tiles() const { return tiles_; }

 private:
  std::size_t slot(const VecI<D>& coord) const { return view().slot(coord); }
  int color_of(const VecI<D>& coord) const;

  struct Key {
    std::uint64_t morton;
    VecI<D> coord;
  };

  VecI<D> tiles_{};
  Vec<bool, D> is_periodic_{};
  std::vector<int> table_;
  std::vector<VecI<D>> coord_ = std::vector<VecI<D>>(1);
  std::vector<std::array<int, T::kNeighbors>> neighbors_ = std::vector<std::array<int, T::kNeighbors>>(1);
  std::vector<int> previous_ = std::vector<int>(1);
  std::array<std::vector<int>, kColors> colors_;
  std::vector<Key> keys_;
};

// Where the values of a cell are stored; the dummy tile if its tile does not exist.
template <int D>
struct CellPlace {
  int tile, index;
  CellPlace(const TilesView<D>& map, const VecI<D>& cell) {
    VecI<D> coord, local;
    for (int a = 0; a < D; ++a) {
      coord[a] = cell[a] >> Tile<D>::kLog2;
      local[a] = cell[a] & Tile<D>::kMask;
    }
    tile = map.find(coord);
    index = Tile<D>::cell_index(local);
  }
};

}  // namespace spindrift
