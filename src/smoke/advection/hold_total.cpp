// Semi-Lagrangian steps keep no total. MacCormack's correction can be used to make up for it: it has raised some values
// above the first, uncorrected step and lowered others below it. If the total has grown, a share of what was raised is
// taken back; if it has shrunk, a share of what was lowered. Both the corrected and the uncorrected value lie within
// the range of the values around, so the result does, too [after Bermejo2002, who mixes two such solutions]. Where that
// is not enough, as in thin threads of clear gas in thick smoke, values move towards the end of the range of the old
// values in and around their cell. Each region of connected gas holds its own total.
#include "smoke/advection/hold_total.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"
#include "geometry/volume_fraction.h"
#include "smoke/advection/advection.h"
#include "smoke/regions/gas_share.h"

namespace spindrift {

namespace {

// Sums over the gas: before, after, and how far the correction raised and lowered the first step.
struct Totals {
  enum : std::size_t { kBefore, kAfter, kRaised, kLowered, kCount };
};

template <int D>
std::array<double, Totals::kCount> totals_of_part(const SmokeState<D>& state, std::size_t q, const RegionPart& part) {
  const float* before = state.quantity[q].tile(part.tile);
  const float* first = state.first_quantity[q].tile(part.tile);
  const float* after = state.new_quantity[q].tile(part.tile);
  const GasShare<D> share(state, part);
  float sums[Totals::kCount][8] = {};
  for (int c = 0; c < Tile<D>::kCells; c += 8)
    for (int i = 0; i < 8; ++i) {
      const float inside = share[c + i];
      const float change = after[c + i] - first[c + i];
      sums[Totals::kBefore][i] += inside * before[c + i];
      sums[Totals::kAfter][i] += inside * after[c + i];
      sums[Totals::kRaised][i] += inside * std::max(change, 0.0f);
      sums[Totals::kLowered][i] += inside * std::max(-change, 0.0f);
    }
  std::array<double, Totals::kCount> total{};
  for (std::size_t s = 0; s < Totals::kCount; ++s)
    for (int i = 0; i < 8; ++i) total[s] += static_cast<double>(sums[s][i]);
  return total;
}

// change(cell, new value) for each cell of a part.
template <int D, class Change>
void change_part(SmokeState<D>& state, std::size_t q, const RegionPart& part, Change&& change) {
  float* after = state.new_quantity[q].tile(part.tile);
  if (part.is_whole) {
    for (int c = 0; c < Tile<D>::kCells; ++c) change(c, after[c]);
    return;
  }
  const std::int32_t* region = state.region.tile(part.tile);
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (region[c] == part.region) change(c, after[c]);
}

// Mixes first step and corrected step where the correction went the wrong way for the total of the region. Lowers
// surplus[region] by what this brings.
template <int D>
void mix_with_first_step(SmokeState<D>& state, std::size_t q, const RegionSums<Totals::kCount>& totals,
                         std::vector<double>& surplus) {
  struct Shares {
    float raised = 0.0f, lowered = 0.0f;
  };
  std::vector<Shares> shares(surplus.size());
  for (std::size_t r = 1; r < surplus.size(); ++r) {
    const double reserve = surplus[r] > 0.0 ? totals[r][Totals::kRaised] : totals[r][Totals::kLowered];
    if (!(reserve > 0.0)) continue;
    const double share = std::min(1.0, std::abs(surplus[r]) / reserve);
    (surplus[r] > 0.0 ? shares[r].raised : shares[r].lowered) = static_cast<float>(share);
    surplus[r] = share < 1.0 ? 0.0 : surplus[r] - std::copysign(reserve, surplus[r]);
  }
  parallel_for(
      "mix with first step", state.region_parts.size(),
      [&](std::size_t i) {
        const RegionPart& part = state.region_parts[i];
        const Shares share = shares[part.region];
        if (share.raised == 0.0f && share.lowered == 0.0f) return;
        const float* first = state.first_quantity[q].tile(part.tile);
        change_part(state, q, part, [&](int c, float& after) {
          const float change = after - first[c];
          after -= share.raised * std::max(change, 0.0f) + share.lowered * std::min(change, 0.0f);
        });
      },
      8);
}

// How far each new value of a tile lies from the largest (or smallest) of the old values in and around its cell.
template <int D>
class Room {
 public:
  Room(const SmokeState<D>& state, std::size_t q, int tile, bool is_upward) {
    AdvectionBlock<D> block;
    load_block(state.tiles, state.quantity[q], tile, block);
    const float sign = is_upward ? 1.0f : -1.0f;
    for (float& value : block.values) value *= sign;
    leave_out_solids(state, tile, block);
    for (int a = 0; a < D; ++a) {  // the largest of three, axis after axis
      const AdvectionBlock<D> before = block;
      const auto stride = static_cast<std::size_t>(AdvectionBlock<D>::stride(a));
      for (std::size_t i = stride; i + stride < block.values.size(); ++i)
        block.values[i] = std::max({before.values[i - stride], before.values[i], before.values[i + stride]});
    }
    const float* after = state.new_quantity[q].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      values_[c] = sign * std::max(0.0f, block.at(Tile<D>::cell_coord(c)) - sign * after[c]);
    for (const WalledCell& walled : state.walled_cells_of(tile)) values_[walled.cell] = 0.0f;  // the range is another's
  }
  float operator[](int cell) const { return values_[cell]; }  // negative if it leads downward

 private:
  // Their values are means of the gas beside them, up to rounding.
  static void leave_out_solids(const SmokeState<D>& state, int tile, AdvectionBlock<D>& block) {
    if (state.content[tile] != TileContent::kMixed) return;
    HaloBlock<CellType, D, 1, 1> types;
    load_halo(state.tiles, state.type, tile, types);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (types.values[i] == CellType::kSolid) block.values[i] = -std::numeric_limits<float>::infinity();
  }

  float values_[Tile<D>::kCells];
};

// Moves the values of regions with a surplus, positive or negative, towards the end of the range of the values around.
template <int D>
void move_within_range(SmokeState<D>& state, std::size_t q, std::vector<double>& surplus) {
  auto is_done = [&](const RegionPart& part) { return surplus[part.region] == 0.0; };
  if (std::all_of(surplus.begin(), surplus.end(), [](double s) { return s == 0.0; })) return;
  auto room_of = [&](const RegionPart& part) { return Room<D>(state, q, part.tile, surplus[part.region] < 0.0); };
  const RegionSums<1> reserve = sum_by_region<1>(state, [&](const RegionPart& part) {
    std::array<double, 1> sum{};
    if (is_done(part)) return sum;
    const GasShare<D> share(state, part);
    const Room<D> room = room_of(part);
    for (int c = 0; c < Tile<D>::kCells; ++c) sum[0] += static_cast<double>(share[c] * room[c]);
    return sum;
  });
  std::vector<float> shares(surplus.size(), 0.0f);
  for (std::size_t r = 1; r < surplus.size(); ++r)
    if (reserve[r][0] != 0.0) shares[r] = static_cast<float>(std::min(1.0, -surplus[r] / reserve[r][0]));
  parallel_for(
      "move within range", state.region_parts.size(),
      [&](std::size_t i) {
        const RegionPart& part = state.region_parts[i];
        const float share = shares[part.region];
        if (share == 0.0f) return;
        const Room<D> room = room_of(part);
        change_part(state, q, part, [&](int c, float& after) { after += share * room[c]; });
      },
      8);
  for (std::size_t r = 1; r < surplus.size(); ++r)
    surplus[r] = shares[r] < 1.0f && shares[r] > 0.0f ? 0.0 : surplus[r] + reserve[r][0];
}

}  // namespace

template <int D>
void thin_out(SmokeState<D>& state) {
  if (state.burnt.empty() || state.pressure_dt <= 0.0) return;
  const auto expansion = static_cast<float>(state.scene.fire.expansion * state.dt / state.pressure_dt);
  const auto lost = sum_by_region<kQuantities>(state, [&](const RegionPart& part) {
    const GasShare<D> share(state, part);
    const float* burnt = state.burnt.tile(part.tile);
    std::array<double, kQuantities> sums{};
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (burnt[c] == 0.0f || share[c] == 0.0f) continue;
      const float growth = expansion * burnt[c];
      state.for_each_quantity([&](std::size_t q) {
        float& value = state.quantity[q].tile(part.tile)[c];
        const float loss = value * (growth / (1.0f + growth));
        value -= loss;
        sums[q] += static_cast<double>(share[c] * loss);
      });
    }
    return sums;
  });
  for (std::size_t q = 0; q < kQuantities; ++q)
    for (std::size_t r = 0; r < lost.size(); ++r) state.ledger[q].owed[r] += lost[r][q];
}

template <int D>
RegionSums<kQuantities> count_outflow(SmokeState<D>& state, float cells_per_speed) {
  RegionSums<kQuantities> left(static_cast<std::size_t>(state.regions) + 1);
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
    const auto region = static_cast<std::size_t>(state.region.empty() ? 1 : state.region.tile(0)[cell]);
    state.for_each_quantity(
        [&](std::size_t q) { left[region][q] += share * static_cast<double>(state.quantity[q].tile(0)[cell]); });
  }
  for (std::size_t q = 0; q < kQuantities; ++q)
    for (const auto& of_region : left) state.ledger[q].left += of_region[q];
  return left;
}

template <int D>
void hold_total(SmokeState<D>& state, std::size_t q, const RegionSums<kQuantities>& left) {
  const RegionSums<Totals::kCount> totals =
      sum_by_region<Totals::kCount>(state, [&](const RegionPart& part) { return totals_of_part(state, q, part); });
  std::vector<double>& owed = state.ledger[q].owed;
  std::vector<double> surplus(owed.size(), 0.0);
  for (std::size_t r = 1; r < owed.size(); ++r)
    surplus[r] = totals[r][Totals::kAfter] - (totals[r][Totals::kBefore] + owed[r] - left[r][q]);
  mix_with_first_step(state, q, totals, surplus);
  move_within_range(state, q, surplus);
  for (std::size_t r = 1; r < owed.size(); ++r) owed[r] = -surplus[r];
}

template void thin_out<2>(SmokeState<2>&);
template void thin_out<3>(SmokeState<3>&);
template RegionSums<kQuantities> count_outflow<2>(SmokeState<2>&, float);
template RegionSums<kQuantities> count_outflow<3>(SmokeState<3>&, float);
template void hold_total<2>(SmokeState<2>&, std::size_t, const RegionSums<kQuantities>&);
template void hold_total<3>(SmokeState<3>&, std::size_t, const RegionSums<kQuantities>&);

}  // namespace spindrift
