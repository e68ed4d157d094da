// Semi-Lagrangian steps do not conserve totals. MacCormack's correction raises some values above the uncorrected step
// and lowers others. If the total has grown, a share of the raises is undone; if it has shrunk, a share of the
// reductions. Both the corrected and the uncorrected value are within the range of the values around, so the result is,
// too [after Bermejo2002, who mixes two such solutions]. Where this is not enough, as in thin threads of clear gas in
// thick smoke, values move towards the bound of the old values in and around their cell. Each region of connected gas
// keeps its total.
#include "smoke/advection/conserve_total.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "smoke/advection/advect_tile.h"
#include "smoke/gas_view.h"

namespace spindrift {

namespace {

// The difference of each new value of a tile to the largest (or smallest) of the old values in and around its cell.
// `walled_cells` are those of the tile.
template <int D>
class WayToLocalBound {
 public:
  WayToLocalBound(const GasView<D>& gas, const AdvectedQuantity<D>& field, int tile,
                  std::span<const WalledCell> walled_cells, bool is_upward) {
    AdvectionBlock<D> block;
    load_block(gas.tiles(), field.from, tile, block);
    const float sign = is_upward ? 1.0f : -1.0f;
    for (float& value : block.values) value *= sign;
    leave_out_solids(gas, tile, block);
    for (int a = 0; a < D; ++a) {  // the largest of three, axis after axis
      const AdvectionBlock<D> before = block;
      const std::size_t stride = AdvectionBlock<D>::stride(a);
      for (std::size_t i = stride; i + stride < block.values.size(); ++i)
        block.values[i] = std::max({before.values[i - stride], before.values[i], before.values[i + stride]});
    }
    const float* to = field.to.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      values_[c] = sign * std::max(0.0f, block.at(Tile<D>::cell_coord(c)) - sign * to[c]);
    // Beside a thin wall some of the old values around are from the other side.
    for (const WalledCell& walled : walled_cells) values_[walled.cell] = 0.0f;
  }
  float operator[](int cell) const { return values_[cell]; }  // negative towards the smallest

 private:
  // The values of solid cells are means of the gas beside them, up to rounding.
  static void leave_out_solids(const GasView<D>& gas, int tile, AdvectionBlock<D>& block) {
    if (gas.content[tile] != TileContent::kMixed) return;
    HaloBlock<CellType, D, 1, 1> types;
    load_halo(gas.tiles(), gas.type, tile, types);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (types.values[i] == CellType::kSolid) block.values[i] = -std::numeric_limits<float>::infinity();
  }

  float values_[Tile<D>::kCells];
};

template <int D>
using BlockWithRing = HaloBlock<float, D, 1, 1>;

// How far values may rise and fall; the latter is negative.
template <int D>
struct Margins {
  CellField<float, D> up, down;
};

template <int D, class Value>
struct MarginViews {
  FieldView<Value, D> up, down;
};

template <int D>
void find_margins(const GasView<D>& gas, const AdvectedQuantity<D>& field, int tile,
                  std::span<const WalledCell> walled_cells, const MarginViews<D, float>& margins) {
  float *up = margins.up.tile(tile), *down = margins.down.tile(tile);
  if (gas.is_air(tile)) {
    std::fill_n(up, Tile<D>::kCells, 0.0f);
    std::fill_n(down, Tile<D>::kCells, 0.0f);
    return;
  }
  const GasShare<D> share(gas, tile);
  const WayToLocalBound<D> upward(gas, field, tile, walled_cells, true),
      downward(gas, field, tile, walled_cells, false);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const bool is_gas = share[c] > 0.0f;
    up[c] = is_gas ? upward[c] : 0.0f;
    down[c] = is_gas ? downward[c] : 0.0f;
  }
}

// Replaces the cut-off of a cell by the share of their margins that its neighbours absorb. A cell has 2 D neighbours,
// so each may use at most 1 / (2 D) of its margin.
template <int D>
void find_shares(const TilesView<D>& tiles, const MarginViews<D, const float>& margins, int tile, float* cut) {
  constexpr float kMost = 1.0f / (2 * D);
  if (std::none_of(cut, cut + Tile<D>::kCells, [](float value) { return value != 0.0f; })) return;
  BlockWithRing<D> up, down;
  load_halo(tiles, margins.up, tile, up);
  load_halo(tiles, margins.down, tile, down);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    if (cut[c] == 0.0f) continue;
    const BlockWithRing<D>& margin = cut[c] > 0.0f ? up : down;
    const float* here = &margin.at(Tile<D>::cell_coord(c));
    float sum = 0.0f;
    for (int a = 0; a < D; ++a) sum += here[-BlockWithRing<D>::stride(a)] + here[BlockWithRing<D>::stride(a)];
    cut[c] = sum != 0.0f ? std::copysign(std::min(kMost, cut[c] / sum), cut[c]) : 0.0f;
  }
}

template <int D>
void take_shares(const TilesView<D>& tiles, const MarginViews<D, const float>& margins,
                 const FieldView<const float, D>& shares, int tile, float* to) {
  BlockWithRing<D> share;
  load_halo(tiles, shares, tile, share);
  if (std::none_of(share.values.begin(), share.values.end(), [](float value) { return value != 0.0f; })) return;
  const float *up = margins.up.tile(tile), *down = margins.down.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const float* here = &share.at(Tile<D>::cell_coord(c));
    float raise = 0.0f, lower = 0.0f;
    for (int a = 0; a < D; ++a)
      for (const int step : {-BlockWithRing<D>::stride(a), BlockWithRing<D>::stride(a)}) {
        raise += std::max(here[step], 0.0f);
        lower += std::max(-here[step], 0.0f);
      }
    to[c] += raise * up[c] + lower * down[c];
  }
}

// Sums over the gas: before, after, and how far the correction raised and lowered the first step.
struct AdvectionTotals {
  double before = 0.0, after = 0.0, raised = 0.0, lowered = 0.0;

  AdvectionTotals& operator+=(const AdvectionTotals& other) {
    before += other.before;
    after += other.after;
    raised += other.raised;
    lowered += other.lowered;
    return *this;
  }
};

template <int D>
AdvectionTotals totals_of_part(const GasView<D>& gas, const AdvectedQuantity<D>& field, const RegionPart& part) {
  const float* from = field.from.tile(part.tile);
  const float* first = field.previous.tile(part.tile);
  const float* to = field.to.tile(part.tile);
  const GasShare<D> share(gas, part);
  constexpr int kWidth = 8;  // columns of sums: rows are vectorised
  float before[kWidth] = {}, after[kWidth] = {}, raised[kWidth] = {}, lowered[kWidth] = {};
  for (int c = 0; c < Tile<D>::kCells; c += kWidth)
    for (int i = 0; i < kWidth; ++i) {
      const float inside = share[c + i];
      const float change = to[c + i] - first[c + i];
      before[i] += inside * from[c + i];
      after[i] += inside * to[c + i];
      raised[i] += inside * std::max(change, 0.0f);
      lowered[i] += inside * std::max(-change, 0.0f);
    }
  AdvectionTotals totals;
  for (int i = 0; i < kWidth; ++i) {
    totals.before += static_cast<double>(before[i]);
    totals.after += static_cast<double>(after[i]);
    totals.raised += static_cast<double>(raised[i]);
    totals.lowered += static_cast<double>(lowered[i]);
  }
  return totals;
}

// change(cell, new value) for each cell of a part.
template <int D, class Change>
void change_part(const GasView<D>& gas, const AdvectedQuantity<D>& field, const RegionPart& part, Change&& change) {
  float* to = field.to.tile(part.tile);
  if (part.is_whole) {
    for (int c = 0; c < Tile<D>::kCells; ++c) change(c, to[c]);
    return;
  }
  const std::int32_t* region = gas.region.tile(part.tile);
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (region[c] == part.region) change(c, to[c]);
}

// Changes the regions whose share is not zero: change_of(part, share) makes the function that change_part takes.
template <int D, class Share, class ChangeOf>
void change_regions(const char* name, const SmokeState<D>& state, const AdvectedQuantity<D>& field,
                    const std::vector<Share>& shares, ChangeOf&& change_of) {
  const GasView<D> gas = gas_view(state);
  const std::vector<RegionPart>& parts = state.region_parts;
  parallel_for(
      name, parts.size(),
      [&](std::size_t i) {
        const RegionPart& part = parts[i];
        const Share& share = shares[part.region];
        if (share != Share{}) change_part(gas, field, part, change_of(part, share));
      },
      8);
}

// The share of the correction that is taken back, where it raised and where it lowered values.
struct ShareTakenBack {
  float raised = 0.0f, lowered = 0.0f;
  bool operator==(const ShareTakenBack&) const = default;
};

// Mixes first step and corrected step where the correction went the wrong way for the total of the region. Lowers
// surplus[region] by what this brings.
template <int D>
void mix_with_first_step(SmokeState<D>& state, const AdvectedQuantity<D>& field,
                         const std::vector<AdvectionTotals>& totals, std::vector<double>& surplus) {
  const auto shares = state.scratch.template borrow<std::vector<ShareTakenBack>>();
  shares->assign(surplus.size(), {});
  for (std::size_t r = 1; r < surplus.size(); ++r) {
    const double reserve = surplus[r] > 0.0 ? totals[r].raised : totals[r].lowered;
    if (!(reserve > 0.0)) continue;
    const double share = std::min(1.0, std::abs(surplus[r]) / reserve);
    (surplus[r] > 0.0 ? (*shares)[r].raised : (*shares)[r].lowered) = static_cast<float>(share);
    surplus[r] = share < 1.0 ? 0.0 : surplus[r] - std::copysign(reserve, surplus[r]);
  }
  change_regions("mix with first step", state, field, *shares, [&](const RegionPart& part, const auto& share) {
    return [share, first = field.previous.tile(part.tile)](int c, float& to) {
      const float change = to - first[c];
      to -= share.raised * std::max(change, 0.0f) + share.lowered * std::min(change, 0.0f);
    };
  });
}

// Moves the values of regions with a surplus, positive or negative, towards the end of the range of the values around.
template <int D>
void move_towards_bounds(SmokeState<D>& state, const AdvectedQuantity<D>& field, std::vector<double>& surplus) {
  if (std::all_of(surplus.begin(), surplus.end(), [](double s) { return s == 0.0; })) return;
  const GasView<D> gas = gas_view(state);
  auto way_in = [&](const RegionPart& part) {
    return WayToLocalBound<D>(gas, field, part.tile, state.walled_cells_of(part.tile), surplus[part.region] < 0.0);
  };
  const RegionSums<double> reserve = sum_by_region<double>("sum ways to bounds", state, [&](const RegionPart& part) {
    double sum = 0.0;
    if (surplus[part.region] == 0.0) return sum;
    const GasShare<D> share(gas, part);
    const WayToLocalBound<D> way = way_in(part);
    for (int c = 0; c < Tile<D>::kCells; ++c) sum += static_cast<double>(share[c] * way[c]);
    return sum;
  });
  const auto shares = state.scratch.template borrow<std::vector<float>>();
  shares->assign(surplus.size(), 0.0f);
  for (std::size_t r = 1; r < surplus.size(); ++r)
    if ((*reserve)[r] != 0.0) (*shares)[r] = static_cast<float>(std::min(1.0, -surplus[r] / (*reserve)[r]));
  change_regions("move towards bounds", state, field, *shares, [&](const RegionPart& part, float share) {
    return [share, way = way_in(part)](int c, float& to) { to += share * way[c]; };
  });
  for (std::size_t r = 1; r < surplus.size(); ++r) {
    const float share = (*shares)[r];
    surplus[r] = share < 1.0f && share > 0.0f ? 0.0 : surplus[r] + (*reserve)[r];
  }
}

}  // namespace

template <int D>
void spread_cut(const SmokeState<D>& state, const AdvectedQuantity<D>& field) {
  const auto loan = state.scratch.template borrow<Margins<D>>();
  loan->up.resize(state.tiles.count());
  loan->down.resize(state.tiles.count());
  const GasView<D> gas = gas_view(state);
  const MarginViews<D, float> margins{loan->up, loan->down};
  const MarginViews<D, const float> found{loan->up, loan->down};
  std::fill_n(margins.up.tile(0), Tile<D>::kCells, 0.0f);
  std::fill_n(margins.down.tile(0), Tile<D>::kCells, 0.0f);
  std::fill_n(field.cut.tile(0), Tile<D>::kCells, 0.0f);
  const auto walled_cells = [&](int tile) { return state.walled_cells_of(tile); };
  for_each_tile("find margins", state.tiles,
                [&](int tile) { find_margins(gas, field, tile, walled_cells(tile), margins); });
  for_each_tile(
      "find shares of what was cut off", state.tiles,
      [&](int tile) { find_shares(gas.tiles(), found, tile, field.cut.tile(tile)); }, 4);
  for_each_tile(
      "take shares of what was cut off", state.tiles,
      [&](int tile) {
        if (!gas.is_air(tile)) take_shares<D>(gas.tiles(), found, field.cut, tile, field.to.tile(tile));
      },
      4);
}

template <int D>
void dilute_expanding_gas(SmokeState<D>& state) {
  if (state.burnt.empty() || state.pressure_dt <= 0.0) return;
  const auto expansion = static_cast<float>(state.scene.fire.expansion * state.dt / state.pressure_dt);
  const GasView<D> gas = gas_view(state);
  const FieldView<const float, D> all_burnt = state.burnt;
  const QuantityViews<float, D> quantity = state.quantity;
  const auto lost = sum_by_region<QuantityAmounts>("dilute expanding gas", state, [&](const RegionPart& part) {
    const GasShare<D> share(gas, part);
    const float* burnt = all_burnt.tile(part.tile);
    QuantityAmounts sums{};
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (burnt[c] == 0.0f || share[c] == 0.0f) continue;
      const float growth = expansion * burnt[c];
      for_each_quantity(quantity, [&](std::size_t q) {
        float& value = quantity[q].tile(part.tile)[c];
        const float loss = value * (growth / (1.0f + growth));
        value -= loss;
        sums[q] += static_cast<double>(share[c] * loss);
      });
    }
    return sums;
  });
  for (std::size_t q = 0; q < kQuantities; ++q)
    for (std::size_t r = 0; r < lost->size(); ++r) state.ledger[q].owed[r] += (*lost)[r][q];
}

template <int D>
RegionSums<QuantityAmounts> count_outflow(SmokeState<D>& state, float cells_per_speed) {
  auto left = start_region_sums<QuantityAmounts>(state);
  const std::vector<Outlet>& outlets = state.outlets;
  for (std::size_t i = 0; i < outlets.size();) {
    const std::int32_t cell = outlets[i].cell;
    float flows = 0.0f;
    for (; i < outlets.size() && outlets[i].cell == cell; ++i) {
      const float u = state.velocity[outlets[i].axis].tile(0)[outlets[i].face];
      flows += std::max(0.0f, outlets[i].area * u) * cells_per_speed;
    }
    if (flows == 0.0f) continue;
    const float inside = state.solids.empty() ? 1.0f : volume_fraction_outside(state.solid_distance().tile(0)[cell]);
    const auto share = static_cast<double>(std::min(flows, inside));
    const std::int32_t region = state.region.empty() ? 1 : state.region.tile(0)[cell];
    state.for_each_quantity(
        [&](std::size_t q) { (*left)[region][q] += share * static_cast<double>(state.quantity[q].tile(0)[cell]); });
  }
  for (std::size_t q = 0; q < kQuantities; ++q)
    for (const QuantityAmounts& of_region : *left) state.ledger[q].left += of_region[q];
  return left;
}

template <int D>
void conserve_total(SmokeState<D>& state, std::size_t q, const AdvectedQuantity<D>& field,
                    const std::vector<QuantityAmounts>& left) {
  const GasView<D> gas = gas_view(state);
  const RegionSums<AdvectionTotals> totals = sum_by_region<AdvectionTotals>(
      "sum totals of advection", state, [&](const RegionPart& part) { return totals_of_part(gas, field, part); });
  std::vector<double>& owed = state.ledger[q].owed;
  const auto surplus = start_region_sums<double>(state);
  for (std::size_t r = 1; r < owed.size(); ++r)
    (*surplus)[r] = (*totals)[r].after - ((*totals)[r].before + owed[r] - left[r][q]);
  mix_with_first_step(state, field, *totals, *surplus);
  move_towards_bounds(state, field, *surplus);
  for (std::size_t r = 1; r < owed.size(); ++r) owed[r] = -(*surplus)[r];
}

template void spread_cut<2>(const SmokeState<2>&, const AdvectedQuantity<2>&);
template void spread_cut<3>(const SmokeState<3>&, const AdvectedQuantity<3>&);
template void dilute_expanding_gas<2>(SmokeState<2>&);
template void dilute_expanding_gas<3>(SmokeState<3>&);
template RegionSums<QuantityAmounts> count_outflow<2>(SmokeState<2>&, float);
template RegionSums<QuantityAmounts> count_outflow<3>(SmokeState<3>&, float);
template void conserve_total<2>(SmokeState<2>&, std::size_t, const AdvectedQuantity<2>&,
                                const std::vector<QuantityAmounts>&);
template void conserve_total<3>(SmokeState<3>&, std::size_t, const AdvectedQuantity<3>&,
                                const std::vector<QuantityAmounts>&);

}  // namespace spindrift
