// Makes the velocity of the gas free of divergence, but for the volume that fire makes [Bridson2015, ch. 5].
#include <algorithm>
#include <array>
#include <cmath>

#include "fluid/projection.h"
#include "grid/for_each_tile.h"
#include "smoke/extend.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

// Fire makes volume in the gas of a cell, not in the solid that cuts it: counted whole, a small cut cell would blow all
// of it through the little of its faces that is open.
template <int D>
void find_gas_inflow(const SmokeState<D>& state, CellField<float, D>& inflow) {
  find_inflow(state, inflow);
  if (state.burnt.empty()) return;
  const auto expansion = static_cast<float>(state.scene.fire.expansion * state.domain.h / state.dt);
  const GasView<D> gas = gas_view(state);
  const FieldView<const float, D> all_burnt = state.burnt;
  const FieldView<float, D> inflows = inflow;
  for_each_tile(
      "add volume from fire", state.tiles,
      [&](int tile) {
        const GasShare<D> share(gas, tile);
        const float* burnt = all_burnt.tile(tile);
        float* to = inflows.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) to[c] += expansion * share[c] * burnt[c];
      },
      8);
}

namespace {

// Returns the largest component of the velocity in the tile.
template <int D>
float subtract_gradient_in_tile(const GradientView<D>& pressure, int tile, const FaceViews<float, D>& velocity) {
  using T = Tile<D>;
  const FaceGradient<D> gradient(pressure, tile);
  std::array<float, T::kSide> fastest{}, slope;  // by column: rows are vectorised
  for (int a = 0; a < D; ++a) {
    float* u = velocity[a].tile(tile);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      gradient.row(row, a, slope.data());
      for (int x = 0; x < T::kSide; ++x) {
        u[row + x] -= slope[x];
        float& most = fastest[x];
        most = std::max(most, std::abs(u[row + x]));
      }
    }
  }
  return *std::max_element(fastest.begin(), fastest.end());
}

}  // namespace

template <int D>
float subtract_pressure_gradient(SmokeState<D>& state) {
  const GradientView<D> pressure = gradient_view(state, state.scaled_pressure);
  const FaceViews<float, D> velocity = state.velocity;
  return reduce_tiles(
      "subtract pressure gradient", state.tiles, 0.0f,
      [&](int tile) { return subtract_gradient_in_tile(pressure, tile, velocity); },
      [](float a, float b) { return std::max(a, b); }, 4);
}

template <int D>
void copy_pressure(const SmokeState<D>& state, CellField<double, D>& to) {
  to.resize(state.tiles.count());
  const FieldView<const double, D> pressure = state.scaled_pressure;
  const FieldView<double, D> copy = to;
  for_each_tile(
      "copy pressure", state.tiles,
      [&](int tile) { std::copy_n(pressure.tile(tile), Tile<D>::kCells, copy.tile(tile)); }, 16);
}

// To what the projection took what reflect_velocity took before it: the pressure of the whole step.
template <int D>
void add_pressure(SmokeState<D>& state, const CellField<double, D>& taken) {
  const FieldView<const CellType, D> types = state.type;
  const FieldView<const double, D> taken_before = taken;
  const FieldView<double, D> pressure = state.scaled_pressure;
  for_each_tile(
      "add pressure", state.tiles,
      [&](int tile) {
        const CellType* type = types.tile(tile);
        const double* more = taken_before.tile(tile);
        double* q = pressure.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) q[c] += type[c] == CellType::kFluid ? more[c] : 0.0;
      },
      16);
}

template <int D>
void project_gas(SmokeState<D>& state) {
  state.max_speed = 0.0f;
  if (state.fluid_cells == 0) {  // the last smoke is gone, and the next source not open yet
    state.pressure_dt = 0.0;
    return;
  }
  extend_faces<D>(state, state.velocity);  // walls stand still, whatever was advected into them
  find_gas_inflow(state, state.pressure_system.rhs);
  const bool is_reflected = state.scene.gas.reflection;  // then a part of the pressure has acted already
  const auto taken = state.scratch.template borrow<CellField<double, D>>();
  if (is_reflected) copy_pressure(state, *taken);
  state.report.pressure = solve_pressure(state);
  state.cells_changed = false;
  if (!std::isfinite(state.report.pressure.residual)) {
    state.failure = Error{ErrorCode::kRunFailed, "the pressure is not a number"};
    return;
  }
  state.max_speed = subtract_pressure_gradient(state);
  if (is_reflected) add_pressure(state, *taken);
}

template void find_gas_inflow<2>(const SmokeState<2>&, CellField<float, 2>&);
template void find_gas_inflow<3>(const SmokeState<3>&, CellField<float, 3>&);
template float subtract_pressure_gradient<2>(SmokeState<2>&);
template float subtract_pressure_gradient<3>(SmokeState<3>&);
template void project_gas<2>(SmokeState<2>&);
template void project_gas<3>(SmokeState<3>&);

}  // namespace spindrift
