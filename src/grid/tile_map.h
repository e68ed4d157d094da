// Which tiles exist. Ids run from 1 in Morton order; id 0 is a dummy of zeros that stands for every missing tile, so a
// missing neighbour needs no branch. Only tiles near the fluid exist: time and memory follow the wet region.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/tile.h"

namespace spindrift {

template <int D>
class TileMap {
 public:
  using T = Tile<D>;

  // An empty map over an index space of this many cells along each axis. Along a periodic axis, whose cells must fill
  // whole tiles, the last tile is the low neighbour of the first.
  void reset(const VecI<D>& extent_cells, const std::array<bool, D>& is_periodic = {});

  // Makes exactly these tiles exist (repetitions are fine, tiles outside of the index space are dropped).
  void rebuild(std::span<const VecI<D>> wanted);

  int count() const { return static_cast<int>(coord_.size()) - 1; }
  int find(const VecI<D>& coord) const {
    if (contains(coord)) return table_[slot(coord)];
    const VecI<D> at = wrapped(coord);
    return contains(at) ? table_[slot(at)] : 0;
  }
  bool contains(const VecI<D>& coord) const {
    for (int a = 0; a < D; ++a)
      if (coord[a] < 0 || coord[a] >= tiles_[a]) return false;
    return true;
  }
  // The coordinates inside the index space that mean the same tile.
  VecI<D> wrapped(VecI<D> coord) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic_[a]) coord[a] = (coord[a] % tiles_[a] + tiles_[a]) % tiles_[a];
    return coord;
  }
  const std::array<bool, D>& is_periodic() const { return is_periodic_; }
  const VecI<D>& coord(int id) const { return coord_[id]; }
  VecI<D> first_cell(int id) const {
    VecI<D> cell = coord(id);
    for (int a = 0; a < D; ++a) cell[a] *= T::kSide;
    return cell;
  }
  const std::array<int, T::kNeighbors>& neighbors(int id) const { return neighbors_[id]; }

  // The id that this tile had before the last rebuild, 0 if it is new.
  int previous(int id) const { return previous_[id]; }

  // Tiles of one colour are at least a tile apart: the parity of their coordinates. Around a periodic axis with an odd
  // number of tiles the last and the first would be alike, so the last has a third colour.
  const std::vector<int>& color(int c) const { return colors_[c]; }
  static constexpr int kColors = power(3, D);

  const VecI<D>& extent_tiles() const { return tiles_; }

 private:
  std::size_t slot(const VecI<D>& coord) const {
    std::size_t index = 0;
    for (int a = D - 1; a >= 0; --a)
      index = index * static_cast<std::size_t>(tiles_[a]) + static_cast<std::size_t>(coord[a]);
    return index;
  }

  int color_of(const VecI<D>& coord) const;

  struct Key {
    std::uint64_t morton;
    VecI<D> coord;
  };

  VecI<D> tiles_{};
  std::array<bool, D> is_periodic_{};
  std::vector<int> table_;
  std::vector<VecI<D>> coord_ = std::vector<VecI<D>>(1);
  std::vector<std::array<int, T::kNeighbors>> neighbors_ = std::vector<std::array<int, T::kNeighbors>>(1);
  std::vector<int> previous_ = std::vector<int>(1);
  std::array<std::vector<int>, kColors> colors_;
  std::vector<Key> keys_;
};

// Where the values of a cell are stored: in the dummy tile if its tile does not exist.
template <int D>
struct CellPlace {
  int tile, index;
  CellPlace(const TileMap<D>& map, const VecI<D>& cell) {
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
