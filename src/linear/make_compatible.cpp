// Fluid pockets without contact to air. First a flood from the air through all liquid: a row of a tile is a word of bits,
// so the flood takes a row at a time. What it does not reach, usually nothing, is then labelled cell by cell.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "linear/pressure_solver.h"

namespace spindrift {

namespace {

template <int D>
struct RowMasks {
  using T = Tile<D>;
  static constexpr int kRows = T::kCells / T::kSide;
  std::array<std::uint16_t, static_cast<std::size_t>(kRows)> fluid, reached;
};

// Spreads bits along the row as far as the liquid goes.
inline std::uint16_t spread(std::uint32_t reached, std::uint32_t fluid) {
  for (std::uint32_t before = 0; before != reached;) {
    before = reached;
    reached |= ((reached << 1) | (reached >> 1)) & fluid;
  }
  return static_cast<std::uint16_t>(reached);
}

template <int D>
class Flood {
 public:
  Flood(const TileMap<D>& map, const CellField<CellType, D>& type) : map_(map), tiles_(static_cast<std::size_t>(map.count()) + 1) {
    parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) { start(type, static_cast<int>(i) + 1); }, 8);
  }

  // Sweeps back and forth over the tiles until nothing changes.
  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int tile = 1; tile <= map_.count(); ++tile) changed |= advance(tile);
      for (int tile = map_.count(); tile >= 1; --tile) changed |= advance(tile);
    }
  }

  bool is_reached(std::int32_t cell) const {
    const auto& masks = tiles_[static_cast<std::size_t>(cell / T::kCells)];
    const int local = cell % T::kCells;
    return masks.reached[static_cast<std::size_t>(local / T::kSide)] >> (local % T::kSide) & 1;
  }
  bool reaches_all() const {
    return std::all_of(tiles_.begin() + 1, tiles_.end(), [](const RowMasks<D>& m) { return m.fluid == m.reached; });
  }

 private:
  using T = Tile<D>;
  static constexpr int kRows = RowMasks<D>::kRows;

  // Bits of the liquid, and of the liquid with air on one of its sides.
  void start(const CellField<CellType, D>& type, int tile) {
    const auto& neighbors = map_.neighbors(tile);
    auto mask = [&](int of_tile, int row, CellType wanted) {
      if (of_tile == 0) return wanted == CellType::kAir ? 0xffffu : 0u;
      std::uint32_t bits = 0;
      const CellType* cells = type.tile(of_tile) + row * T::kSide;
      for (int x = 0; x < T::kSide; ++x) bits |= (cells[x] == wanted ? 1u : 0u) << x;
      return bits;
    };
    RowMasks<D>& masks = tiles_[static_cast<std::size_t>(tile)];
    for (int row = 0; row < kRows; ++row) {
      const std::uint32_t fluid = mask(tile, row, CellType::kFluid);
      std::uint32_t air = 0;
      if (fluid != 0) {
        const std::uint32_t own = mask(tile, row, CellType::kAir);
        air = (own << 1) | (own >> 1);
        air |= mask(neighbors[static_cast<std::size_t>(T::face_neighbor(0, 0))], row, CellType::kAir) >> T::kMask & 1u;
        air |= (mask(neighbors[static_cast<std::size_t>(T::face_neighbor(0, 1))], row, CellType::kAir) & 1u) << T::kMask;
        for_each_row_beside(tile, row, [&](int other, int other_row) { air |= mask(other, other_row, CellType::kAir); });
      }
      masks.fluid[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(fluid);
      masks.reached[static_cast<std::size_t>(row)] = spread(air & fluid, fluid);
    }
  }

  // Rows across the other axes, as (tile, row).
  template <class Visit>
  void for_each_row_beside(int tile, int row, Visit&& visit) const {
    const auto& neighbors = map_.neighbors(tile);
    for (int a = 1; a < D; ++a) {
      const int step = 1 << (T::kLog2 * (a - 1));
      const int local = (row / step) & T::kMask;
      const int low = neighbors[static_cast<std::size_t>(T::face_neighbor(a, 0))];
      const int high = neighbors[static_cast<std::size_t>(T::face_neighbor(a, 1))];
      local > 0 ? visit(tile, row - step) : visit(low, row + T::kMask * step);
      local < T::kMask ? visit(tile, row + step) : visit(high, row - T::kMask * step);
    }
  }

  bool advance(int tile) {
    RowMasks<D>& masks = tiles_[static_cast<std::size_t>(tile)];
    if (masks.fluid == masks.reached) return false;
    const auto& neighbors = map_.neighbors(tile);
    const auto& low = tiles_[static_cast<std::size_t>(neighbors[static_cast<std::size_t>(T::face_neighbor(0, 0))])].reached;
    const auto& high = tiles_[static_cast<std::size_t>(neighbors[static_cast<std::size_t>(T::face_neighbor(0, 1))])].reached;
    bool changed = false;
    auto advance_row = [&](int row) {
      const auto r = static_cast<std::size_t>(row);
      if (masks.reached[r] == masks.fluid[r]) return;
      std::uint32_t bits = masks.reached[r] | (low[r] >> T::kMask & 1u) | (high[r] & 1u) << T::kMask;
      for_each_row_beside(tile, row, [&](int other, int other_row) {
        bits |= tiles_[static_cast<std::size_t>(other)].reached[static_cast<std::size_t>(other_row)];
      });
      const std::uint16_t now = spread(bits & masks.fluid[r], masks.fluid[r]);
      changed |= now != masks.reached[r];
      masks.reached[r] = now;
    };
    for (int row = 0; row < kRows; ++row) advance_row(row);
    for (int row = kRows - 1; row >= 0; --row) advance_row(row);
    return changed;
  }

  const TileMap<D>& map_;
  std::vector<RowMasks<D>> tiles_;  // the dummy tile: no liquid, nothing reached
};

// The cells of each pocket that the flood did not reach.
template <int D>
std::vector<std::vector<std::int32_t>> find_pockets(const TileMap<D>& map, const CellField<CellType, D>& type,
                                                    const Flood<D>& flood) {
  using T = Tile<D>;
  auto neighbor = [&](std::int32_t cell, int axis, int side) {
    const int local = (cell >> (T::kLog2 * axis)) & T::kMask;
    if (side ? local < T::kMask : local > 0) return cell + (side ? T::stride(axis) : -T::stride(axis));
    const int tile = map.neighbors(cell / T::kCells)[static_cast<std::size_t>(T::face_neighbor(axis, side))];
    return tile * T::kCells + cell % T::kCells + (side ? -T::kMask : T::kMask) * T::stride(axis);
  };
  const CellType* types = type.tile(0);
  std::unordered_set<std::int32_t> seen;
  std::vector<std::vector<std::int32_t>> pockets;
  for (std::int32_t first = T::kCells; first < (map.count() + 1) * T::kCells; ++first) {
    if (types[first] != CellType::kFluid || flood.is_reached(first) || !seen.insert(first).second) continue;
    std::vector<std::int32_t>& pocket = pockets.emplace_back(1, first);
    for (std::size_t i = 0; i < pocket.size(); ++i)
      for (int a = 0; a < D; ++a)
        for (int side = 0; side < 2; ++side) {
          const std::int32_t next = neighbor(pocket[i], a, side);
          if (next >= T::kCells && types[next] == CellType::kFluid && seen.insert(next).second) pocket.push_back(next);
        }
  }
  return pockets;
}

}  // namespace

template <int D>
int make_compatible(const TileMap<D>& map, const CellField<CellType, D>& type, PressureSystem<D>& system) {
  Flood<D> flood(map, type);
  flood.run();
  system.pockets.clear();
  if (!flood.reaches_all()) system.pockets = find_pockets(map, type, flood);
  float* rhs = system.rhs.tile(0);
  for (const auto& pocket : system.pockets) {
    double sum = 0.0;
    for (const std::int32_t i : pocket) sum += static_cast<double>(rhs[i]);
    // A single cell that is closed on all sides has no equation at all.
    for (const std::int32_t i : pocket)
      rhs[i] = pocket.size() == 1 ? 0.0f : rhs[i] - static_cast<float>(sum / static_cast<double>(pocket.size()));
  }
  return static_cast<int>(system.pockets.size());
}

template int make_compatible<2>(const TileMap<2>&, const CellField<CellType, 2>&, PressureSystem<2>&);
template int make_compatible<3>(const TileMap<3>&, const CellField<CellType, 3>&, PressureSystem<3>&);

}  // namespace spindrift
