// Finds the closed pockets of fluid. First a flood fill from the air through all open faces, a row of a tile at a time.
// What it does not reach, usually nothing, is labelled cell by cell.
#include <algorithm>

#include "exec/parallel.h"
#include "linear/pressure/pressure_solver.h"
#include "linear/pressure/pressure_system.h"

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
  Flood(const TileMap<D>& map, const std::vector<Connections<D>>& connections, std::vector<RowBits<D>>& reached)
      : tiles_(map), links_(connections.data()) {
    reached.resize(connections.size());
    reached_ = reached.data();
    for (int tile = 0; tile <= tiles_.count; ++tile)
      for (int row = 0; row < kRows; ++row)
        reached_[tile][row] = spread(links_[tile].air[row], links_[tile].low[0][row]);
  }

  // Sweeps back and forth over the tiles until nothing changes.
  void fill() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int tile = 1; tile <= tiles_.count; ++tile) changed |= advance(tile);
      for (int tile = tiles_.count; tile >= 1; --tile) changed |= advance(tile);
    }
  }

  bool reaches_all() const {
    for (int tile = 1; tile <= tiles_.count; ++tile)
      if (reached_[tile] != links_[tile].fluid) return false;
    return true;
  }

 private:
  using T = Tile<D>;
  static constexpr int kRows = T::kCells / T::kSide;

  // What a row gets from its neighbours across the other axes.
  std::uint32_t from_rows_beside(int tile, int row) const {
    const auto& neighbors = tiles_.neighbors(tile);
    std::uint32_t bits = 0;
    for (int a = 1; a < D; ++a) {
      const int step = T::stride(a) / T::kSide, local = (row / step) & T::kMask;
      const int low = neighbors[T::face_neighbor(a, 0)], high = neighbors[T::face_neighbor(a, 1)];
      const std::uint16_t below = local > 0 ? reached_[tile][row - step] : reached_[low][row + T::kMask * step];
      const bool is_inside = local < T::kMask;
      const int above = is_inside ? tile : high, above_row = is_inside ? row + step : row - T::kMask * step;
      bits |= below & links_[tile].low[a][row];
      bits |= reached_[above][above_row] & links_[above].low[a][above_row];
    }
    return bits;
  }

  bool advance(int tile) {
    const Connections<D>& links = links_[tile];
    RowBits<D>& reached = reached_[tile];
    if (links.fluid == reached) return false;
    const auto& neighbors = tiles_.neighbors(tile);
    const int left = neighbors[T::face_neighbor(0, 0)], right = neighbors[T::face_neighbor(0, 1)];
    bool changed = false;
    auto advance_row = [&](int row) {
      if (reached[row] == links.fluid[row]) return;
      const std::uint32_t low = links.low[0][row];
      std::uint32_t bits = reached[row] | ((reached_[left][row] >> T::kMask) & low & 1u);
      bits |= (reached_[right][row] & links_[right].low[0][row] & 1u) << T::kMask;
      bits |= from_rows_beside(tile, row);
      const std::uint16_t now = spread(bits, low);
      changed |= now != reached[row];
      reached[row] = now;
    };
    for (int row = 0; row < kRows; ++row) advance_row(row);
    for (int row = kRows - 1; row >= 0; --row) advance_row(row);
    return changed;
  }

  TilesView<D> tiles_;
  const Connections<D>* links_;  // by tile; the dummy: no liquid
  RowBits<D>* reached_;          // by tile
};

// Numbers the pockets from 1 in search.label, which is 0 in all cells that the flood has reached. Returns how many
// there are.
template <int D>
std::int32_t label_pockets(const TileMap<D>& map, const std::vector<Connections<D>>& links, PocketSearch<D>& search) {
  using T = Tile<D>;
  const auto bit = [](const RowBits<D>& rows, int local) { return rows[local / T::kSide] >> (local % T::kSide) & 1; };
  const auto neighbor = [&](std::int32_t cell, int axis, int side) {
    const int local = (cell >> (T::kLog2 * axis)) & T::kMask;
    if (side ? local < T::kMask : local > 0) return cell + (side ? T::stride(axis) : -T::stride(axis));
    const int tile = map.neighbors(cell / T::kCells)[T::face_neighbor(axis, side)];
    return tile * T::kCells + cell % T::kCells + (side ? -T::kMask : T::kMask) * T::stride(axis);
  };
  const std::int32_t end = (map.count() + 1) * T::kCells;
  auto& [reached, label, open] = search;
  label.assign(end, 0);
  std::int32_t labels = 0;
  for (std::int32_t first = T::kCells; first < end; ++first) {
    const int tile = first / T::kCells, local = first % T::kCells;
    if (label[first] || !bit(links[tile].fluid, local) || bit(reached[tile], local)) continue;
    label[first] = ++labels;
    open.assign(1, first);
    while (!open.empty()) {
      const std::int32_t cell = open.back();
      open.pop_back();
      for (int a = 0; a < D; ++a)
        for (int side = 0; side < 2; ++side) {
          const std::int32_t next = neighbor(cell, a, side), upper = side ? next : cell;
          if (!bit(links[upper / T::kCells].low[a], upper % T::kCells) || label[next]) continue;
          label[next] = labels;
          open.push_back(next);
        }
    }
  }
  return labels;
}

// A stable counting sort of the cells by label: the cells of a pocket are in the order of the fields.
void collect(const std::vector<std::int32_t>& label, std::int32_t labels, Pockets& pockets) {
  auto& [cells, begin] = pockets;
  begin.assign(labels + 2, 0);
  for (const std::int32_t l : label)
    if (l > 0) ++begin[l + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  cells.resize(begin.back());
  for (std::size_t cell = 0; cell < label.size(); ++cell)
    if (const std::int32_t l = label[cell]; l > 0) cells[begin[l]++] = static_cast<std::int32_t>(cell);
  begin.pop_back();  // begin[i] has advanced to the begin of the next
}

}  // namespace

template <int D>
void remove_pocket_means(PressureSystem<D>& system) {
  // In one piece, in the order of the fields.
  remove_pocket_means(system.pockets, system.rhs.tile(0), kWholePocket);
}

template <int D>
int remove_null_space(const TileMap<D>& map, PressureSystem<D>& system) {
  Flood<D> flood(map, system.connections, system.pocket_search.reached);
  flood.fill();
  const std::int32_t pockets = flood.reaches_all() ? 0 : label_pockets(map, system.connections, system.pocket_search);
  if (pockets > 0)
    collect(system.pocket_search.label, pockets, system.pockets);
  else
    system.pockets.clear();
  remove_pocket_means(system);
  return pockets;
}

template <class Value>
void remove_pocket_means(const Pockets& pockets, Value* vector, std::size_t piece) {
  for (std::size_t p = 0; p < pockets.count(); ++p) {
    const std::span<const std::int32_t> pocket = pockets[p];
    const auto cells_of = [&](std::size_t i) {
      return pocket.subspan(i * piece, std::min(piece, pocket.size() - i * piece));
    };
    const std::size_t pieces = (pocket.size() + piece - 1) / piece;
    const double sum = parallel_sum("sum over pocket", pieces, [&](std::size_t i) {
      double part = 0.0;
      for (const std::int32_t cell : cells_of(i)) part += vector[cell];
      return part;
    });
    const auto mean = static_cast<Value>(sum / static_cast<double>(pocket.size()));
    parallel_for("remove mean of pocket", pieces, [&](std::size_t i) {
      for (const std::int32_t cell : cells_of(i)) vector[cell] -= mean;
    });
  }
}

template void remove_pocket_means<2>(PressureSystem<2>&);
template void remove_pocket_means<3>(PressureSystem<3>&);
template int remove_null_space<2>(const TileMap<2>&, PressureSystem<2>&);
template int remove_null_space<3>(const TileMap<3>&, PressureSystem<3>&);
template void remove_pocket_means<float>(const Pockets&, float*, std::size_t);
template void remove_pocket_means<double>(const Pockets&, double*, std::size_t);

}  // namespace spindrift
