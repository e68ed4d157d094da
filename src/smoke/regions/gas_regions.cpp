// Regions are found in two steps: a flood inside each tile, then a union of what open faces join across tiles. A tile
// with no solid near is one piece without a look at its cells.
#include "smoke/regions/gas_regions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"

namespace spindrift {

namespace {

// Sets of pieces that become one.
class Unions {
 public:
  explicit Unions(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::int32_t root(std::int32_t i) {
    while (parent_[i] != i) {
      std::int32_t& up = parent_[i];
      up = parent_[up];
      i = up;
    }
    return i;
  }
  // The lowest one stands for all, whatever the order.
  void join(std::int32_t a, std::int32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::int32_t> parent_;
};

// Numbers the pieces of gas inside a tile from 1, into state.region. Returns how many there are.
template <int D>
std::int32_t flood_tile(SmokeState<D>& state, int tile) {
  using T = Tile<D>;
  std::int32_t* label = state.region.tile(tile);
  const TileContent content = state.content[tile];
  std::fill_n(label, T::kCells, content == TileContent::kFluid ? 1 : 0);
  if (content != TileContent::kMixed) return content == TileContent::kFluid ? 1 : 0;
  const CellType* type = state.type.tile(tile);
  const FaceField<float, D>& open = *state.open_area();
  std::int32_t count = 0;
  std::vector<int> queue;
  auto visit = [&](int cell) {
    if (type[cell] != CellType::kFluid || label[cell] != 0) return;
    label[cell] = count;
    queue.push_back(cell);
  };
  for (int first = 0; first < T::kCells; ++first) {
    if (type[first] != CellType::kFluid || label[first] != 0) continue;
    ++count;
    visit(first);
    while (!queue.empty()) {
      const int cell = queue.back();
      queue.pop_back();
      const VecI<D> at = T::cell_coord(cell);
      for (int a = 0; a < D; ++a) {
        const float* area = open[a].tile(tile);
        const int step = T::stride(a);
        if (at[a] > 0 && area[cell] > 0.0f) visit(cell - step);
        if (at[a] < T::kMask && area[cell + step] > 0.0f) visit(cell + step);
      }
    }
  }
  return count;
}

// Joins the pieces of a tile with those across its low faces. Piece n of a tile has the number first[tile] + n - 1.
template <int D>
void join_across(const SmokeState<D>& state, const std::vector<std::int32_t>& first, int tile, Unions& unions) {
  using T = Tile<D>;
  for (int a = 0; a < D; ++a) {
    const int other = state.tiles.neighbors(tile)[T::face_neighbor(a, 0)];
    if (other == 0) continue;
    const std::int32_t here = first[tile], there = first[other];
    if (state.content[tile] == TileContent::kFluid) {  // no solid near, on either side
      if (state.content[other] == TileContent::kFluid) {
        unions.join(here, there);
        continue;
      }
    }
    const float* area = (*state.open_area())[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      if (T::cell_coord(c)[a] != 0 || !(area[c] > 0.0f)) continue;
      const std::int32_t high = state.region.tile(tile)[c];
      const std::int32_t low = state.region.tile(other)[c + T::kMask * T::stride(a)];
      if (high != 0 && low != 0) unions.join(here + high - 1, there + low - 1);
    }
  }
}

// The parts of a tile whose pieces have become these regions.
void add_parts(int tile, std::vector<std::int32_t> regions, std::vector<RegionPart>& parts) {
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  for (const std::int32_t region : regions) parts.push_back({tile, region, regions.size() == 1});
}

// Gas that was in one region and is in another one now: how many cells, and what they hold.
struct Overlap {
  double cells = 0.0;
  std::array<double, kQuantities> held{};
};
using Overlaps = std::map<std::pair<std::int32_t, std::int32_t>, Overlap>;  // by old and new region

template <int D>
Overlaps overlaps_of_part(const SmokeState<D>& state, const CellField<std::int32_t, D>& before,
                          const RegionPart& part) {
  Overlaps overlaps;
  const GasShare<D> share(state, part);
  Overlap* overlap = nullptr;
  std::int32_t last = 0;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const std::int32_t old = before.empty() ? 1 : before.tile(part.tile)[c];
    if (old == 0 || share[c] == 0.0f) continue;
    if (old != last) overlap = &overlaps[{old, part.region}];
    last = old;
    overlap->cells += 1.0;
    for (std::size_t q = 0; q < kQuantities; ++q)
      if (!state.quantity[q].empty())
        overlap->held[q] += static_cast<double>(share[c] * state.quantity[q].tile(part.tile)[c]);
  }
  return overlaps;
}

template <int D>
Overlaps find_overlaps(const SmokeState<D>& state, const CellField<std::int32_t, D>& before) {
  std::vector<Overlaps> of_part(state.region_parts.size());
  parallel_for(
      "find overlaps", of_part.size(),
      [&](std::size_t i) { of_part[i] = overlaps_of_part(state, before, state.region_parts[i]); }, 4);
  Overlaps all;
  for (const Overlaps& some : of_part)
    for (const auto& [regions, overlap] : some) {
      Overlap& sum = all[regions];
      sum.cells += overlap.cells;
      for (std::size_t q = 0; q < kQuantities; ++q) sum.held[q] += overlap.held[q];
    }
  return all;
}

}  // namespace

template <int D>
void find_regions(SmokeState<D>& state) {
  const auto tiles = static_cast<std::size_t>(state.tiles.count());
  state.region_parts.clear();
  if (state.solids.empty()) {
    state.regions = 1;
    for (std::size_t i = 1; i <= tiles; ++i)
      if (state.content[i] != TileContent::kAir) state.region_parts.push_back({static_cast<std::int32_t>(i), 1, true});
    return;
  }
  state.region.resize(state.tiles.count());
  std::vector<std::int32_t> pieces(tiles + 1, 0), first(tiles + 2, 0);
  for_each_tile("find regions", state.tiles, [&](int tile) { pieces[tile] = flood_tile(state, tile); }, 4);
  for (std::size_t i = 0; i <= tiles; ++i) first[i + 1] = first[i] + pieces[i];
  Unions unions(static_cast<std::size_t>(first.back()));
  for (int tile = 1; tile <= state.tiles.count(); ++tile) join_across(state, first, tile, unions);
  std::vector<std::int32_t> region(static_cast<std::size_t>(first.back()));
  state.regions = 0;
  for (std::int32_t piece = 0; piece < first.back(); ++piece) {  // a root comes before its pieces
    const std::int32_t root = unions.root(piece);
    region[piece] = root == piece ? ++state.regions : region[root];
  }
  for (std::size_t i = 1; i <= tiles; ++i)
    add_parts(static_cast<int>(i), {region.begin() + first[i], region.begin() + first[i + 1]}, state.region_parts);
  for_each_tile(
      "find regions", state.tiles,
      [&](int tile) {
        std::int32_t* label = state.region.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c)
          if (label[c] != 0) label[c] = region[first[tile] + label[c] - 1];
      },
      8);
}

template <int D>
RegionSums<kQuantities> held_by_regions(const SmokeState<D>& state) {
  return sum_by_region<kQuantities>(state, [&](const RegionPart& part) {
    const GasShare<D> share(state, part);
    std::array<double, kQuantities> sums{};
    for (std::size_t q = 0; q < kQuantities; ++q) {
      if (state.quantity[q].empty()) continue;
      const float* values = state.quantity[q].tile(part.tile);
      for (int c = 0; c < Tile<D>::kCells; ++c) sums[q] += static_cast<double>(share[c] * values[c]);
    }
    return sums;
  });
}

template <int D>
void renew_regions(SmokeState<D>& state, const RegionSums<kQuantities>& held_before) {
  CellField<std::int32_t, D> labels_before;
  labels_before.swap(state.region);
  find_regions(state);
  const Overlaps overlaps = find_overlaps(state, labels_before);
  std::vector<Overlap> kept(held_before.size());  // of each old region, in all new ones
  for (const auto& [regions, overlap] : overlaps) {
    Overlap& sum = kept[regions.first];
    sum.cells += overlap.cells;
    for (std::size_t q = 0; q < kQuantities; ++q) sum.held[q] += overlap.held[q];
  }
  const RegionSums<kQuantities> held_now = held_by_regions(state);
  for (std::size_t q = 0; q < kQuantities; ++q) {
    SmokeLedger& ledger = state.ledger[q];
    std::vector<double> owed(held_now.size(), 0.0);
    for (std::size_t r = 0; r < owed.size(); ++r) owed[r] -= held_now[r][q];
    for (const auto& [regions, overlap] : overlaps) {
      const auto old = static_cast<std::size_t>(regions.first);
      const double gone = ledger.owed[old] + held_before[old][q] - kept[old].held[q];
      owed[regions.second] += overlap.held[q] + gone * (overlap.cells / kept[old].cells);
    }
    for (std::size_t old = 1; old < kept.size(); ++old)  // gone without an heir: solids fill the place
      if (kept[old].cells == 0.0) ledger.left += ledger.owed[old] + held_before[old][q];
    ledger.owed = std::move(owed);
  }
}

template void find_regions<2>(SmokeState<2>&);
template void find_regions<3>(SmokeState<3>&);
template RegionSums<kQuantities> held_by_regions<2>(const SmokeState<2>&);
template RegionSums<kQuantities> held_by_regions<3>(const SmokeState<3>&);
template void renew_regions<2>(SmokeState<2>&, const RegionSums<kQuantities>&);
template void renew_regions<3>(SmokeState<3>&, const RegionSums<kQuantities>&);

}  // namespace spindrift
