// Carries smoke, heat and fuel with the flow, and holds their totals.
//
// Semi-Lagrangian steps keep no total. MacCormack's correction can be used to make up for it: it has raised some values
// above the first, uncorrected step and lowered others below it. If the total has grown, a share of what was raised is
// taken back; if it has shrunk, a share of what was lowered. Both the corrected and the uncorrected value lie within
// the range of the values around, so the result does, too [after Bermejo2002, who mixes two such solutions].
#include <algorithm>

#include "exec/parallel.h"
#include "stages/carry.h"
#include "stages/extend.h"
#include "stages/gas_share.h"
#include "stages/smoke_stages.h"

namespace spindrift {

namespace {

// Gas beside air gets no correction: going ahead from there ends outside, where there is nothing to compare with.
template <int D>
void drop_correction_beside_air(const SmokeState<D>& state, std::span<const CarriedField<D, Placement::kCell>> fields,
                                int tile) {
  using T = Tile<D>;
  if (state.content[static_cast<std::size_t>(tile)] != TileContent::kMixed) return;
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(state.tiles, state.type, tile, types);
  if (std::find(types.values.begin(), types.values.end(), CellType::kAir) == types.values.end()) return;
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    bool is_beside = false;
    for (int a = 0; a < D; ++a)
      for (const int step : {-1, 1}) {
        VecI<D> next = cell;
        next[a] += step;
        is_beside |= types.at(next) == CellType::kAir;
      }
    if (!is_beside) continue;
    for (const auto& field : fields) field.to->tile(tile)[c] = field.before->tile(tile)[c];
  }
}

template <int D, Pass kPass>
void run_pass(SmokeState<D>& state, const Flow<D>& flow) {
  state.for_each_quantity([&](std::size_t q) { state.new_quantity[q].resize(state.tiles.count()); });
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    std::array<CarriedField<D, Placement::kCell>, kQuantities> fields;
    std::size_t count = 0;
    state.for_each_quantity([&](std::size_t q) {
      fields[count++] = {&state.quantity[q], &state.first_quantity[q], &state.new_quantity[q]};
    });
    if (state.content[i + 1] == TileContent::kAir) {
      for (std::size_t q = 0; q < count; ++q) std::fill_n(fields[q].to->tile(tile), Tile<D>::kCells, 0.0f);
      return;
    }
    Carrier<D> carrier;
    carrier.load(state.tiles, flow.velocity, tile, flow.cells_per_speed);
    const bool is_fast = flow.integrator == Integrator::kRk2 && carrier.is_slow();
    carry_tile<D, D, kPass, Placement::kCell>(carrier, is_fast, flow, std::span(fields.data(), count), tile);
    if constexpr (kPass == Pass::kMacCormack)
      drop_correction_beside_air(state, std::span<const CarriedField<D, Placement::kCell>>(fields.data(), count), tile);
  });
}

// Sums over the gas: before, after, and how far the correction raised and lowered the first step.
struct Totals {
  double before = 0.0, after = 0.0, raised = 0.0, lowered = 0.0;
};

Totals operator+(const Totals& a, const Totals& b) {
  return {a.before + b.before, a.after + b.after, a.raised + b.raised, a.lowered + b.lowered};
}

// What flows out of the gas into the air in this step, upwind, in cells; taken from the books.
template <int D>
double count_outflow(SmokeState<D>& state, std::size_t q, float cells_per_speed) {
  constexpr std::size_t kPiece = 1024;
  const std::vector<Outlet>& outlets = state.outlets;
  const double left = parallel_sum((outlets.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
    double sum = 0.0;
    for (std::size_t i = piece * kPiece; i < std::min(outlets.size(), (piece + 1) * kPiece); ++i) {
      const Outlet& outlet = outlets[i];
      const float out = outlet.area * state.velocity[static_cast<std::size_t>(outlet.axis)].tile(0)[outlet.face];
      sum += static_cast<double>(std::max(0.0f, out) * cells_per_speed * state.quantity[q].tile(0)[outlet.cell]);
    }
    return sum;
  });
  state.ledger[q].left += left;
  return left;
}

template <int D>
Totals tile_totals(const SmokeState<D>& state, std::size_t q, int tile) {
  const TileContent content = state.content[static_cast<std::size_t>(tile)];
  if (content == TileContent::kAir) return {};
  const float* before = state.quantity[q].tile(tile);
  const float* first = state.first_quantity[q].tile(tile);
  const float* after = state.new_quantity[q].tile(tile);
  const GasShare<D> share(state, tile);
  float sums[4][8] = {};
  for (int c = 0; c < Tile<D>::kCells; c += 8)
    for (int i = 0; i < 8; ++i) {
      const float inside = share[c + i];
      const float change = after[c + i] - first[c + i];
      sums[0][i] += inside * before[c + i];
      sums[1][i] += inside * after[c + i];
      sums[2][i] += inside * std::max(change, 0.0f);
      sums[3][i] += inside * std::max(-change, 0.0f);
    }
  double total[4] = {};
  for (int s = 0; s < 4; ++s)
    for (int i = 0; i < 8; ++i) total[s] += static_cast<double>(sums[s][i]);
  return {total[0], total[1], total[2], total[3]};
}

// Mixes first step and corrected step where the correction went the wrong way for the total.
template <int D>
void hold_total(SmokeState<D>& state, std::size_t q, double left) {
  const auto tiles = static_cast<std::size_t>(state.tiles.count());
  const Totals totals = parallel_reduce(
      tiles, Totals{}, [&](std::size_t i) { return tile_totals(state, q, static_cast<int>(i) + 1); },
      [](const Totals& a, const Totals& b) { return a + b; }, 4);
  SmokeLedger& ledger = state.ledger[q];
  const double surplus = totals.after - (totals.before + ledger.owed - left);
  const double reserve = surplus > 0.0 ? totals.raised : totals.lowered;
  const double share = reserve > 0.0 ? std::min(1.0, std::abs(surplus) / reserve) : 0.0;
  ledger.owed = surplus > 0.0 ? share * reserve - surplus : -surplus - share * reserve;
  if (share == 0.0) return;
  const float raised = surplus > 0.0 ? static_cast<float>(share) : 0.0f;
  const float lowered = surplus > 0.0 ? 0.0f : static_cast<float>(share);
  parallel_for(
      tiles,
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        if (state.content[i + 1] == TileContent::kAir) return;
        const float* first = state.first_quantity[q].tile(tile);
        float* after = state.new_quantity[q].tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          const float change = after[c] - first[c];
          after[c] -= raised * std::max(change, 0.0f) + lowered * std::min(change, 0.0f);
        }
      },
      8);
}

}  // namespace

template <int D>
void advect_smoke(SmokeState<D>& state) {
  const auto cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  const Flow<D> flow{state.tiles, state.velocity, state.domain.extent(), cells_per_speed,
                     state.scene.solver.integrator};
  const bool holds = state.scene.gas.conserve && state.scene.gas.advection == Advection::kMacCormack;
  std::array<double, kQuantities> left{};
  state.for_each_quantity([&](std::size_t q) {
    extend_quantity(state, state.quantity[q]);
    left[q] = count_outflow(state, q, cells_per_speed);
  });
  for_each_pass(state.scene.gas.advection, [&]<Pass kPass>(bool is_last) {
    run_pass<D, kPass>(state, flow);
    state.for_each_quantity([&](std::size_t q) {
      if (is_last && holds) hold_total(state, q, left[q]);
      (is_last ? state.quantity[q] : state.first_quantity[q]).swap(state.new_quantity[q]);
      if (!is_last) extend_quantity(state, state.first_quantity[q]);
    });
  });
}

template void advect_smoke<2>(SmokeState<2>&);
template void advect_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
