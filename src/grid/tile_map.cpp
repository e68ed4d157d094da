#include "grid/tile_map.h"

#include <algorithm>

namespace spindrift {

namespace {

template <int D>
std::uint64_t morton(const VecI<D>& coord) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 64 / D; ++bit)
    for (int a = 0; a < D; ++a) code |= static_cast<std::uint64_t>((coord[a] >> bit) & 1) << (D * bit + a);
  return code;
}

}  // namespace

template <int D>
void TileMap<D>::reset(const VecI<D>& extent_cells, const Vec<bool, D>& is_periodic) {
  is_periodic_ = is_periodic;
  std::size_t slots = 1;
  for (int a = 0; a < D; ++a) {
    tiles_[a] = (extent_cells[a] + T::kMask) >> T::kLog2;
    slots *= static_cast<std::size_t>(tiles_[a]);
  }
  table_.assign(slots, 0);
  coord_.assign(1, {});
  neighbors_.assign(1, {});
  previous_.assign(1, 0);
  for (auto& tiles : colors_) tiles.clear();
}

template <int D>
void TileMap<D>::rebuild(std::span<const VecI<D>> wanted) {
  // Mark the wanted slots with -1 - (old id), so that each is taken once and remembers what it was.
  keys_.clear();
  for (const VecI<D>& any : wanted) {
    const VecI<D> coord = wrapped(any);
    if (!contains(coord)) continue;
    int& entry = table_[slot(coord)];
    if (entry < 0) continue;
    entry = -1 - entry;
    keys_.push_back({morton<D>(coord), coord});
  }
  for (std::size_t id = 1; id < coord_.size(); ++id) {
    int& entry = table_[slot(coord_[id])];
    if (entry > 0) entry = 0;
  }
  std::sort(keys_.begin(), keys_.end(), [](const Key& a, const Key& b) { return a.morton < b.morton; });

  coord_.resize(keys_.size() + 1);
  previous_.resize(keys_.size() + 1);
  for (auto& tiles : colors_) tiles.clear();
  for (std::size_t id = 1; id < coord_.size(); ++id) {
    coord_[id] = keys_[id - 1].coord;
    int& entry = table_[slot(coord_[id])];
    previous_[id] = -1 - entry;
    entry = static_cast<int>(id);
    colors_[color_of(coord_[id])].push_back(static_cast<int>(id));
  }
  neighbors_.resize(coord_.size());
  for (std::size_t id = 1; id < coord_.size(); ++id)
    for (int n = 0; n < T::kNeighbors; ++n) neighbors_[id][n] = find(coord_[id] + T::neighbor_offset(n));
}

template <int D>
int TileMap<D>::color_of(const VecI<D>& coord) const {
  int color = 0;
  for (int a = D - 1; a >= 0; --a) {
    const bool closes_ring = is_periodic_[a] && tiles_[a] % 2 != 0 && tiles_[a] > 1 && coord[a] == tiles_[a] - 1;
    color = 3 * color + (closes_ring ? 2 : coord[a] & 1);
  }
  return color;
}

template class TileMap<2>;
template class TileMap<3>;

}  // namespace spindrift
