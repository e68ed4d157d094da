// Carries smoke, heat and fuel with the flow, and holds their totals (hold_total.h).
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/advection/carry.h"
#include "smoke/advection/hold_total.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// Gas beside air gets no correction: going ahead from there ends outside, where there is nothing to compare with.
template <int D>
void drop_correction_beside_air(const SmokeState<D>& state, std::span<const CarriedField<D, Placement::kCell>> fields,
                                int tile) {
  using T = Tile<D>;
  if (state.content[tile] != TileContent::kMixed) return;
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
  for_each_tile("run pass", state.tiles, [&](int tile) {
    std::array<CarriedField<D, Placement::kCell>, kQuantities> fields;
    std::size_t count = 0;
    state.for_each_quantity([&](std::size_t q) {
      fields[count++] = {&state.quantity[q], &state.first_quantity[q], &state.new_quantity[q]};
    });
    if (state.content[tile] == TileContent::kAir) {
      for (std::size_t q = 0; q < count; ++q) std::fill_n(fields[q].to->tile(tile), Tile<D>::kCells, 0.0f);
      return;
    }
    Carrier<D> carrier;
    carrier.load(state.tiles, flow.velocity, tile, flow.cells_per_speed);
    const bool is_fast = flow.integrator == Integrator::kRk2 && carrier.is_slow();
    const std::span<const CarriedField<D, Placement::kCell>> all(fields.data(), count);
    carry_tile<D, D, kPass, Placement::kCell>(carrier, is_fast, flow, all, tile);
    carry_walled_cells<D, kPass>(flow, all, tile, state.walled_cells_of(tile));
    if constexpr (kPass == Pass::kMacCormack) drop_correction_beside_air(state, all, tile);
  });
}

}  // namespace

template <int D>
void advect_smoke(SmokeState<D>& state) {
  const auto cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  const Flow<D> flow{state.tiles, state.velocity, state.domain.extent(), cells_per_speed,
                     state.scene.solver.integrator};
  const bool holds = state.scene.gas.conserve && state.scene.gas.advection == Advection::kMacCormack;
  thin_out(state);
  state.for_each_quantity([&](std::size_t q) { extend_quantity(state, state.quantity[q]); });
  const RegionSums<kQuantities> left = count_outflow(state, cells_per_speed);
  for_each_pass(state.scene.gas.advection, [&]<Pass kPass>(bool is_last) {
    run_pass<D, kPass>(state, flow);
    state.for_each_quantity([&](std::size_t q) {
      if (is_last && holds) hold_total(state, q, left);
      (is_last ? state.quantity[q] : state.first_quantity[q]).swap(state.new_quantity[q]);
      if (!is_last) extend_quantity(state, state.first_quantity[q]);
    });
  });
}

template void advect_smoke<2>(SmokeState<2>&);
template void advect_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
