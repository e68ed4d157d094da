// Advects smoke, heat and fuel with the flow, and conserves their totals (conserve_total.h).
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/advection/advect_tile.h"
#include "smoke/advection/conserve_total.h"
#include "smoke/extend.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// Gas beside air gets no correction: going ahead from there ends outside, where there is nothing to compare with.
template <int D>
void drop_correction_beside_air(const GasView<D>& gas, std::span<const AdvectedQuantity<D>> fields, int tile) {
  using T = Tile<D>;
  if (gas.content[tile] != TileContent::kMixed) return;
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(gas.tiles(), gas.type, tile, types);
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
    for (const auto& field : fields) {
      field.to.tile(tile)[c] = field.previous.tile(tile)[c];
      if (!field.cut.empty()) field.cut.tile(tile)[c] = 0.0f;
    }
  }
}

template <int D, Pass kPass>
void advect_quantities(const GasView<D>& gas, const StepFlow<D>& flow, std::span<const AdvectedQuantity<D>> fields,
                       int tile, std::span<const WalledCell> walled_cells) {
  if (gas.is_air(tile)) {
    for (const auto& field : fields) {
      std::fill_n(field.to.tile(tile), Tile<D>::kCells, 0.0f);
      if (!field.cut.empty()) std::fill_n(field.cut.tile(tile), Tile<D>::kCells, 0.0f);
    }
    return;
  }
  AdvectingVelocity<D> advecting_velocity;
  advecting_velocity.load(flow.map, flow.velocity, tile, flow.cells_per_speed);
  advect_tile<D, D, kPass, Placement::kCell>(advecting_velocity, flow, fields, tile);
  advect_walled_cells<D, kPass>(flow, fields, tile, walled_cells);
  if constexpr (kPass == Pass::kMacCormack) drop_correction_beside_air(gas, fields, tile);
}

}  // namespace

template <int D>
void advect_smoke(SmokeState<D>& state) {
  const auto cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  const StepFlow<D> flow{state.tiles, state.velocity, state.domain.extent(), cells_per_speed,
                         state.scene.solver.integrator};
  const bool conserves = state.scene.gas.conserve && state.scene.gas.advection == Advection::kMacCormack;
  dilute_expanding_gas(state);
  state.for_each_quantity([&](std::size_t q) { extend_quantity(state, state.quantity[q]); });
  const RegionSums<QuantityAmounts> left = count_outflow(state, cells_per_speed);
  const auto previous = state.scratch.template borrow<QuantityFields<D>>();
  const auto to = state.scratch.template borrow<QuantityFields<D>>();
  const auto cut = state.scratch.template borrow<QuantityFields<D>>();
  auto field_of = [&](std::size_t q) -> AdvectedQuantity<D> {
    return {&state.quantity[q], &(*previous)[q], &(*to)[q], conserves ? &(*cut)[q] : nullptr};
  };
  const GasView<D> gas = gas_view(state);
  const auto walled_cells = [&](int tile) { return state.walled_cells_of(tile); };
  for_each_pass(state.scene.gas.advection, [&]<Pass kPass>(bool is_last) {
    std::array<AdvectedQuantity<D>, kQuantities> all;
    std::size_t count = 0;
    state.for_each_quantity([&](std::size_t q) {
      (*to)[q].resize(state.tiles.count());
      if (conserves) (*cut)[q].resize(state.tiles.count());
      all[count++] = field_of(q);
    });
    const std::span<const AdvectedQuantity<D>> fields(all.data(), count);
    for_each_tile("advect smoke", state.tiles,
                  [&](int tile) { advect_quantities<D, kPass>(gas, flow, fields, tile, walled_cells(tile)); });
    state.for_each_quantity([&](std::size_t q) {
      if (is_last && conserves) {
        spread_cut(state, field_of(q));
        conserve_total(state, q, field_of(q), *left);
      }
      (is_last ? state.quantity[q] : (*previous)[q]).swap((*to)[q]);
      if (!is_last) extend_quantity(state, (*previous)[q]);
    });
  });
}

template void advect_smoke<2>(SmokeState<2>&);
template void advect_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
