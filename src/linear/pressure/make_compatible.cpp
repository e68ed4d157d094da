// Fluid pockets without contact to air. First a flood from the air through all open faces: a row of a tile is a word of
// bits, so the flood takes a row at a time. What it does not reach, usually nothing, is then labelled cell by cell.
#include <algorithm>

#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

// Spreads bits along the row as far as cells are coupled to their neighbour on the low side.
inline std::uint16_t spread(std::uint32_t reached, std::uint32_t low) {
  for (std::uint32_t before = 0; before != reached;) {
    before = reached;
    reached |= ((reached << 1) & low) | ((reached & low) >> 1);
  }
  return static_cast<std::uint16_t>(reached);
}

template <int D>
class Flood {
 public:
  Flood(const TileMap<D>& map, const std::vector<Connections<D>>& connections) : map_(map), links_(connections) {
    reached_.resize(links_.size());
    for (std::size_t tile = 0; tile < reached_.size(); ++tile)
      for (std::size_t row = 0; row < kRows; ++row)
        reached_[tile][row] = spread(links_[tile].air[row], links_[tile].low[0][row]);
  }

  // Sweeps back and forth over the tiles until nothing changes.
  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int tile = 1; tile <= map_.count(); ++tile) changed |= advance(tile);
      for (int tile = map_.count(); tile >= 1; --tile) changed |= advance(tile);
    }
  }

  bool reaches_all() const {
    for (std::size_t tile = 1; tile < reached_.size(); ++tile)
      if (reached_[tile] != links_[tile].fluid) return false;
    return true;
  }
  const std::vector<RowBits<D>>& reached() const { return reached_; }

 private:
  using T = Tile<D>;
  static constexpr std::size_t kRows = T::kCells / T::kSide;

  // What a row's neighbours across the other axes hand on to it.
  std::uint32_t from_rows_beside(int tile, std::size_t row) const {
    const auto& neighbors = map_.neighbors(tile);
    const auto self = static_cast<std::size_t>(tile);
    std::uint32_t bits = 0;
    for (int a = 1; a < D; ++a) {
      const std::size_t step = std::size_t{1} << (T::kLog2 * (a - 1)), mask = T::kMask;
      const std::size_t local = (row / step) & mask;
      const auto low = static_cast<std::size_t>(neighbors[T::face_neighbor(a, 0)]);
      const auto high = static_cast<std::size_t>(neighbors[T::face_neighbor(a, 1)]);
      const auto axis = static_cast<std::size_t>(a);
      const std::uint16_t below = local > 0 ? reached_[self][row - step] : reached_[low][row + mask * step];
      const bool inside = local < mask;
      const std::size_t above_tile = inside ? self : high, above_row = inside ? row + step : row - mask * step;
      bits |= below & links_[self].low[axis][row];
      bits |= reached_[above_tile][above_row] & links_[above_tile].low[axis][above_row];
    }
    return bits;
  }

  bool advance(int tile) {
    const auto self = static_cast<std::size_t>(tile);
    const Connections<D>& links = links_[self];
    RowBits<D>& reached = reached_[self];
    if (links.fluid == reached) return false;
    const auto& neighbors = map_.neighbors(tile);
    const auto left = static_cast<std::size_t>(neighbors[T::face_neighbor(0, 0)]);
    const auto right = static_cast<std::size_t>(neighbors[T::face_neighbor(0, 1)]);
    bool changed = false;
    auto advance_row = [&](std::size_t row) {
      if (reached[row] == links.fluid[row]) return;
      const std::uint32_t low = links.low[0][row];
      std::uint32_t bits = reached[row] | ((reached_[left][row] >> T::kMask) & low & 1u);
      bits |= (reached_[right][row] & links_[right].low[0][row] & 1u) << T::kMask;
      bits |= from_rows_beside(tile, row);
      const std::uint16_t now = spread(bits, low);
      changed |= now != reached[row];
      reached[row] = now;
    };
    for (std::size_t row = 0; row < kRows; ++row) advance_row(row);
    for (std::size_t row = kRows; row-- > 0;) advance_row(row);
    return changed;
  }

  const TileMap<D>& map_;
  const std::vector<Connections<D>>& links_;  // the dummy tile: no liquid
  std::vector<RowBits<D>> reached_;
};

// The cells of each pocket that the flood did not reach, in the order of the fields.
template <int D>
std::vector<std::vector<std::int32_t>> find_pockets(const TileMap<D>& map, const std::vector<Connections<D>>& links,
                                                    const std::vector<RowBits<D>>& reached) {
  using T = Tile<D>;
  auto bit = [](const RowBits<D>& rows, int local) { return rows[local / T::kSide] >> (local % T::kSide) & 1; };
  auto neighbor = [&](std::int32_t cell, int axis, int side) {
    const int local = (cell >> (T::kLog2 * axis)) & T::kMask;
    if (side ? local < T::kMask : local > 0) return cell + (side ? T::stride(axis) : -T::stride(axis));
    const int tile = map.neighbors(cell / T::kCells)[T::face_neighbor(axis, side)];
    return tile * T::kCells + cell % T::kCells + (side ? -T::kMask : T::kMask) * T::stride(axis);
  };
  const std::int32_t end = (map.count() + 1) * T::kCells;
  std::vector<std::int32_t> label(static_cast<std::size_t>(end), 0), queue;
  std::int32_t labels = 0;
  for (std::int32_t first = T::kCells; first < end; ++first) {
    const auto tile = static_cast<std::size_t>(first / T::kCells);
    if (label[first] || !bit(links[tile].fluid, first % T::kCells) || bit(reached[tile], first % T::kCells)) continue;
    label[first] = ++labels;
    queue.assign(1, first);
    while (!queue.empty()) {
      const std::int32_t cell = queue.back();
      queue.pop_back();
      for (int a = 0; a < D; ++a)
        for (int side = 0; side < 2; ++side) {
          const std::int32_t next = neighbor(cell, a, side), upper = side ? next : cell;
          const auto& low = links[upper / T::kCells].low[a];
          if (!bit(low, upper % T::kCells) || label[next]) continue;
          label[next] = labels;
          queue.push_back(next);
        }
    }
  }
  std::vector<std::vector<std::int32_t>> pockets(static_cast<std::size_t>(labels));
  for (std::int32_t cell = T::kCells; cell < end; ++cell)
    if (const std::int32_t l = label[cell]) pockets[static_cast<std::size_t>(l) - 1].push_back(cell);
  return pockets;
}

}  // namespace

template <int D>
void remove_pocket_means(PressureSystem<D>& system) {
  float* rhs = system.rhs.tile(0);
  for (const auto& pocket : system.pockets) {
    double sum = 0.0;
    for (const std::int32_t i : pocket) sum += static_cast<double>(rhs[i]);
    // A single cell that is closed on all sides has no equation at all.
    for (const std::int32_t i : pocket)
      rhs[i] = pocket.size() == 1 ? 0.0f : rhs[i] - static_cast<float>(sum / static_cast<double>(pocket.size()));
  }
}

template <int D>
int make_compatible(const TileMap<D>& map, PressureSystem<D>& system) {
  Flood<D> flood(map, system.connections);
  flood.run();
  system.pockets.clear();
  if (!flood.reaches_all()) system.pockets = find_pockets(map, system.connections, flood.reached());
  remove_pocket_means(system);
  return static_cast<int>(system.pockets.size());
}

template void remove_pocket_means<2>(PressureSystem<2>&);
template void remove_pocket_means<3>(PressureSystem<3>&);
template int make_compatible<2>(const TileMap<2>&, PressureSystem<2>&);
template int make_compatible<3>(const TileMap<3>&, PressureSystem<3>&);

}  // namespace spindrift
