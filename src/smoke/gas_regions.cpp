// Two steps: a flood fill inside each tile, then a union of pieces across tiles. A tile without solids nearby is one
// piece.

#include "smoke/gas_regions.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "grid/for_each_tile.h"
#include "smoke/gas_view.h"

namespace spindrift {

namespace {

// Union-find over the numbers of the pieces.
class PieceUnions {
 public:
  PieceUnions(std::vector<std::int32_t>& parent, std::int32_t count) : parent_(parent) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  std::int32_t root(std::int32_t i) {
    while (parent_[i] != i) {
      std::int32_t& up = parent_[i];
      up = parent_[up];
      i = up;
    }
    return i;
  }
  // The lowest number is the root, whatever the order.
  void join(std::int32_t a, std::int32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::int32_t>& parent_;
};

// Numbers the pieces of gas inside a tile from 1. Returns how many there are.
template <int D>
std::int32_t flood_tile(const GasView<D>& gas, int tile, std::int32_t* label) {
  using T = Tile<D>;
  const TileContent content = gas.content[tile];
  std::fill_n(label, T::kCells, content == TileContent::kFluid ? 1 : 0);
  if (content != TileContent::kMixed) return content == TileContent::kFluid ? 1 : 0;
  const CellType* type = gas.type.tile(tile);
  std::int32_t count = 0;
  std::array<int, T::kCells> waiting;  // each cell waits once
  std::size_t cells_waiting = 0;
  auto visit = [&](int cell) {
    if (type[cell] != CellType::kFluid || label[cell] != 0) return;
    label[cell] = count;
    waiting[cells_waiting++] = cell;
  };
  for (int first = 0; first < T::kCells; ++first) {
    if (type[first] != CellType::kFluid || label[first] != 0) continue;
    ++count;
    visit(first);
    while (cells_waiting > 0) {
      const int cell = waiting[--cells_waiting];
      const VecI<D> at = T::cell_coord(cell);
      for (int a = 0; a < D; ++a) {
        const float* area = gas.solids.open_area[a].tile(tile);
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
void join_across(const GasView<D>& gas, const std::vector<std::int32_t>& first, int tile, PieceUnions& unions) {
  using T = Tile<D>;
  for (int a = 0; a < D; ++a) {
    const int other = gas.tiles().neighbors(tile)[T::face_neighbor(a, 0)];
    if (other == 0) continue;
    const std::int32_t here = first[tile], there = first[other];
    if (gas.content[tile] == TileContent::kFluid) {  // no solid near, on either side
      if (gas.content[other] == TileContent::kFluid) {
        unions.join(here, there);
        continue;
      }
    }
    const float* area = gas.solids.open_area[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      if (T::cell_coord(c)[a] != 0 || !(area[c] > 0.0f)) continue;
      const std::int32_t high = gas.region.tile(tile)[c];
      const std::int32_t low = gas.region.tile(other)[c + T::kMask * T::stride(a)];
      if (high != 0 && low != 0) unions.join(here + high - 1, there + low - 1);
    }
  }
}

// Without solids.
template <int D>
void make_one_region(SmokeState<D>& state) {
  state.regions = 1;
  state.region_parts.clear();
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    if (state.content[tile] != TileContent::kAir) state.region_parts.push_back({tile, 1, true});
}

// The parts of the tiles in each region. regions[first[tile]] ... belong to the tile's pieces, and are sorted here.
template <int D>
void find_region_parts(SmokeState<D>& state, const std::vector<std::int32_t>& first,
                       std::vector<std::int32_t>& regions) {
  state.region_parts.clear();
  for (int tile = 1; tile <= state.tiles.count(); ++tile) {
    const auto begin = regions.begin() + first[tile], end = regions.begin() + first[tile + 1];
    std::sort(begin, end);
    const auto last = std::unique(begin, end);
    for (auto region = begin; region != last; ++region)
      state.region_parts.push_back({tile, *region, last - begin == 1});
  }
}

// Gas that was in one region and is in another one now.
struct RegionOverlap {
  std::int32_t old_region, new_region;
  double cells = 0.0;
  QuantityAmounts held{};

  RegionOverlap& operator+=(const RegionOverlap& other) {
    cells += other.cells;
    held += other.held;
    return *this;
  }
};

// Finds or inserts the overlap of two regions in a list that is sorted from `begin` on.
std::size_t index_of_overlap(std::vector<RegionOverlap>& list, std::size_t begin, std::int32_t old_region,
                             std::int32_t new_region) {
  auto at = list.begin() + begin;
  while (at != list.end() && std::pair(at->old_region, at->new_region) < std::pair(old_region, new_region)) ++at;
  if (at == list.end() || at->old_region != old_region || at->new_region != new_region)
    at = list.insert(at, {old_region, new_region});
  return at - list.begin();
}

// Appends the overlaps in a tile to a list.
template <int D>
void find_overlaps_in_tile(const GasView<D>& gas, const QuantityViews<const float, D>& quantity,
                           const FieldView<const std::int32_t, D>& old_labels, int tile,
                           std::vector<RegionOverlap>& list) {
  if (gas.is_air(tile)) return;
  const std::size_t begin = list.size();
  const bool has_labels = !gas.solids.empty();
  const GasShare<D> share(gas, tile);
  std::size_t at = begin;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const std::int32_t old_region = has_labels ? old_labels.tile(tile)[c] : 1;
    const std::int32_t new_region = has_labels ? gas.region.tile(tile)[c] : 1;
    if (old_region == 0 || share[c] == 0.0f) continue;
    if (at >= list.size() || list[at].old_region != old_region || list[at].new_region != new_region)
      at = index_of_overlap(list, begin, old_region, new_region);
    list[at].cells += 1.0;
    for_each_quantity(quantity, [&](std::size_t q) {
      list[at].held[q] += static_cast<double>(share[c] * quantity[q].tile(tile)[c]);
    });
  }
}

// All overlaps, sorted by old and new region.
template <int D>
void find_overlaps(SmokeState<D>& state, const CellField<std::int32_t, D>& old_labels,
                   std::vector<RegionOverlap>& overlaps) {
  const auto of_tile = state.scratch.template borrow<TileLists<RegionOverlap>>();
  const GasView<D> gas = gas_view(state);
  const QuantityViews<const float, D> quantity = state.quantity;
  const FieldView<const std::int32_t, D> labels = old_labels;
  of_tile->build("find overlaps of regions", state.tiles, [&](int tile, auto& list) {
    find_overlaps_in_tile(gas, quantity, labels, tile, list.with_earlier_tiles());
  });
  overlaps.clear();
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (const RegionOverlap& overlap : (*of_tile)[tile])
      overlaps[index_of_overlap(overlaps, 0, overlap.old_region, overlap.new_region)] += overlap;
}

// Passes what old regions were owed to the regions they became.
template <int D>
void pass_on_owed(SmokeState<D>& state, const std::vector<QuantityAmounts>& held_before,
                  const std::vector<RegionOverlap>& overlaps) {
  const auto kept = state.scratch.template borrow<std::vector<RegionOverlap>>();  // of each old region, in all new ones
  kept->assign(held_before.size(), {0, 0});
  for (const RegionOverlap& overlap : overlaps) (*kept)[overlap.old_region] += overlap;
  const RegionSums<QuantityAmounts> held_now = held_by_regions(state);
  const auto owed = state.scratch.template borrow<std::vector<double>>();
  for (std::size_t q = 0; q < kQuantities; ++q) {
    SmokeLedger& ledger = state.ledger[q];
    owed->assign(held_now->size(), 0.0);
    for (std::size_t r = 0; r < owed->size(); ++r) (*owed)[r] -= (*held_now)[r][q];
    for (const RegionOverlap& overlap : overlaps) {
      const std::int32_t old = overlap.old_region;
      const double gone = ledger.owed[old] + held_before[old][q] - (*kept)[old].held[q];
      (*owed)[overlap.new_region] += overlap.held[q] + gone * (overlap.cells / (*kept)[old].cells);
    }
    for (std::size_t old = 1; old < kept->size(); ++old)  // solids have filled all of it
      if ((*kept)[old].cells == 0.0) ledger.left += ledger.owed[old] + held_before[old][q];
    ledger.owed.swap(*owed);
  }
}

}  // namespace

template <int D>
void find_regions(SmokeState<D>& state) {
  if (state.solids.empty()) return make_one_region(state);
  const auto first = state.scratch.template borrow<std::vector<std::int32_t>>();  // piece of each tile
  first->assign(state.tiles.count() + 2, 0);
  state.region.resize(state.tiles.count());
  const GasView<D> gas = gas_view(state);
  const FieldView<std::int32_t, D> labels = state.region;
  for_each_tile(
      "flood tiles", state.tiles, [&](int tile) { (*first)[tile + 1] = flood_tile(gas, tile, labels.tile(tile)); }, 4);
  std::partial_sum(first->begin(), first->end(), first->begin());
  const std::int32_t pieces = first->back();
  const auto parents = state.scratch.template borrow<std::vector<std::int32_t>>();
  PieceUnions unions(*parents, pieces);
  for (int tile = 1; tile <= state.tiles.count(); ++tile) join_across(gas, *first, tile, unions);
  const auto regions = state.scratch.template borrow<std::vector<std::int32_t>>();  // of each piece
  regions->resize(pieces);
  state.regions = 0;
  for (std::int32_t piece = 0; piece < pieces; ++piece) {  // a root comes before its pieces
    const std::int32_t root = unions.root(piece);
    (*regions)[piece] = root == piece ? ++state.regions : (*regions)[root];
  }
  for_each_tile(
      "label cells with regions", state.tiles,
      [&](int tile) {
        std::int32_t* label = labels.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c)
          if (label[c] != 0) label[c] = (*regions)[(*first)[tile] + label[c] - 1];
      },
      8);
  find_region_parts(state, *first, *regions);
}

template <int D>
RegionSums<QuantityAmounts> held_by_regions(SmokeState<D>& state) {
  const GasView<D> gas = gas_view(state);
  const QuantityViews<const float, D> quantity = state.quantity;
  return sum_by_region<QuantityAmounts>("sum quantities by region", state, [&](const RegionPart& part) {
    return amounts_in_tile(quantity, GasShare<D>(gas, part), part.tile);
  });
}

template <int D>
void renew_regions(SmokeState<D>& state, const std::vector<QuantityAmounts>& held_before) {
  const auto old_labels = state.scratch.template borrow<CellField<std::int32_t, D>>();
  if (!state.solids.empty()) old_labels->swap(state.region);
  find_regions(state);
  const auto overlaps = state.scratch.template borrow<std::vector<RegionOverlap>>();
  find_overlaps(state, *old_labels, *overlaps);
  pass_on_owed(state, held_before, *overlaps);
}

template <int D>
QuantityAmounts total_of_gas(const SmokeState<D>& state) {
  const GasView<D> gas = gas_view(state);
  const QuantityViews<const float, D> quantity = state.quantity;
  return reduce_tiles(
      "sum quantities of gas", state.tiles, QuantityAmounts{},
      [&](int tile) { return amounts_in_tile(quantity, GasShare<D>(gas, tile), tile); },
      [](QuantityAmounts a, const QuantityAmounts& b) { return a += b; }, 4);
}

template void find_regions<2>(SmokeState<2>&);
template void find_regions<3>(SmokeState<3>&);
template RegionSums<QuantityAmounts> held_by_regions<2>(SmokeState<2>&);
template RegionSums<QuantityAmounts> held_by_regions<3>(SmokeState<3>&);
template void renew_regions<2>(SmokeState<2>&, const std::vector<QuantityAmounts>&);
template void renew_regions<3>(SmokeState<3>&, const std::vector<QuantityAmounts>&);
template QuantityAmounts total_of_gas<2>(const SmokeState<2>&);
template QuantityAmounts total_of_gas<3>(const SmokeState<3>&);

}  // namespace spindrift
