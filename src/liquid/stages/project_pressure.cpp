// Makes the velocity divergence-free: solves for the pressure and subtracts its gradient [Bridson2015, ch. 5]. With the
// drift term the target divergence is k (rho / rho_0 - 1) / dt instead, rho being the density of particles and rho_0
// that at rest: crowded cells empty, thin ones fill [Mueller2022, made independent of units].
#include "liquid/stages/project_pressure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

#include "fluid/projection.h"
#include "grid/for_each_tile.h"
#include "liquid/contact/flow_in_gaps.h"
#include "liquid/density/density_excess.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Whether the drift term has a pressure of its own, found from zero in each step. Sweeps that stop early leave a share
// of the solution to the next step, which starts from their pressure. But the drift term is an impulse of one step:
// carried over, it would act after the surplus is gone, and the surplus would oscillate, growing where the sweeps
// resolve less of a wave than k / (1 + k) with the stiffness k. In the order that moves first it balances gravity in
// every step and is carried over.
template <int D>
bool finds_drift_apart(const LiquidState<D>& state) {
  return state.scene.uses_density_term() && state.scene.pressure_solver() == PressureSolver::kGaussSeidel &&
         state.scene.solver.warm_start && !state.scene.moves_first();
}

// Outflow of crowded cells, and inflow into thin cells inside the liquid.
template <int D>
void add_drift_term(LiquidState<D>& state) {
  const float outflow = static_cast<float>(state.scene.drift.stiffness * state.domain.h / state.dt);
  const DensityView<D> density = density_view(state);
  const FieldView<float, D> rhs = state.pressure_system.rhs;
  for_each_tile(
      "add drift term", state.tiles,
      [&](int tile) { add_density_excess(density, tile, outflow, Spread::kVelocities, rhs.tile(tile)); }, 4);
}

template <int D>
void find_drift_pressure(LiquidState<D>& state) {
  PressureSystem<D>& system = state.pressure_system;
  system.rhs.fill(0.0f);
  add_drift_term(state);
  remove_pocket_means(system);
  sweep_pressure(state, state.drift_pressure, FirstGuess::kZero);
}

// Surface tension: the pressure at the surface is not zero [Kang2000], which adds a_f q_surface / theta_f to the
// right-hand side of the cells beside it.
template <int D>
void add_surface_tension(const GradientView<D>& of, int tile, float* rhs) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 1>;
  using Values = HaloBlock<float, D, 1, 1>;
  Types types;
  load_halo(of.tiles, of.type, tile, types);
  if (std::memchr(types.values.data(), static_cast<int>(CellType::kAir), types.values.size()) == nullptr) return;
  Values distances, curvatures;
  std::array<HaloBlock<float, D, 0, 1>, D> areas;
  load_halo(of.tiles, of.surface_distance, tile, distances);
  load_halo(of.tiles, of.curvature, tile, curvatures);
  const bool has_areas = !of.open_area.empty();
  for (std::size_t a = 0; a < D && has_areas; ++a) load_halo(of.tiles, of.open_area[a], tile, areas[a]);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    if (types.at(cell) != CellType::kFluid) continue;
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side) {
        VecI<D> beside = cell, face = cell;
        beside[a] += side ? 1 : -1;
        face[a] += side;
        if (types.at(beside) != CellType::kAir) continue;
        const float area = has_areas ? areas[a].at(face) : 1.0f;
        const float share = liquid_share(distances.at(cell), distances.at(beside));
        rhs[c] += area / share * of.tension * at_surface(curvatures.at(cell), curvatures.at(beside), share);
      }
  }
}

template <int D>
struct ProjectedFlow {
  GradientView<D> pressure, of_drift;  // the latter may be empty
  SolidsView<D> solids;
  FaceViews<float, D> velocity, change;  // `change` holds the velocity that the particles gave
  FaceViews<const std::uint8_t, D> known;
};
static_assert(std::is_trivially_copyable_v<ProjectedFlow<3>>);

// u -= grad q in a tile; then computes the change since the transfer from the particles. Returns the largest resolved
// speed.
template <int D>
float subtract_gradient_in_tile(const ProjectedFlow<D>& flow, int tile) {
  using T = Tile<D>;
  const bool has_gaps = flow.solids.has_moving;
  const FaceGradient<D> gradient(flow.pressure, tile);
  std::optional<FaceGradient<D>> of_drift;
  if (!flow.of_drift.q.empty()) of_drift.emplace(flow.of_drift, tile);
  std::array<float, T::kSide> fastest{}, slope, slope_of_drift{};  // by column: rows are vectorised
  for (int a = 0; a < D; ++a) {
    float* u = flow.velocity[a].tile(tile);
    float* change = flow.change[a].tile(tile);
    const std::uint8_t* known = flow.known[a].tile(tile);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      gradient.row(row, a, slope.data());
      if (of_drift) {
        of_drift->row(row, a, slope_of_drift.data());
        for (int x = 0; x < T::kSide; ++x) slope[x] += slope_of_drift[x];
      }
      for (int x = 0; x < T::kSide; ++x) {
        const int c = row + x;
        u[c] -= known[c] != 0 ? slope[x] : 0.0f;
        change[c] = u[c] - change[c];
      }
      const float *open = has_gaps ? flow.solids.open_area[a].tile(tile) + row : nullptr,
                  *beside_static = has_gaps ? flow.solids.static_open_area[a].tile(tile) + row : nullptr;
      for (int x = 0; x < T::kSide; ++x) {
        const bool counts = known[row + x] != 0 && !(has_gaps && is_gap(open[x], beside_static[x]));
        const float speed = counts ? std::abs(u[row + x]) : 0.0f;
        float& most = fastest[x];
        most = most < speed ? speed : most;
      }
    }
  }
  return *std::max_element(fastest.begin(), fastest.end());
}

// The change takes the memory of the transferred velocity.
template <int D>
float subtract_gradient(LiquidState<D>& state, float tension) {
  for (int a = 0; a < D; ++a) state.velocity_change[a].swap(state.transferred_velocity[a]);
  ProjectedFlow<D> flow{gradient_view(state, state.scaled_pressure, tension),
                        {},
                        state.solids_view(),
                        state.velocity,
                        state.velocity_change,
                        state.known};
  if (finds_drift_apart(state)) flow.of_drift = gradient_view(state, state.drift_pressure);
  return max_tiles(
      "subtract gradient", state.tiles, 0.0f, [&](int tile) { return subtract_gradient_in_tile(flow, tile); }, 4);
}

}  // namespace

template <int D>
float tension_of(const LiquidState<D>& state) {
  if (!state.scene.uses_surface_tension()) return 0.0f;
  const FluidSettings& fluid = state.scene.fluid;
  return static_cast<float>(fluid.surface_tension * state.kick.dt / (fluid.density * state.domain.h * state.domain.h));
}

template <int D>
void find_pressure(LiquidState<D>& state) {
  find_inflow(state, state.pressure_system.rhs);
  if (state.scene.uses_density_term() && !finds_drift_apart(state)) add_drift_term(state);
  if (const float tension = tension_of(state); tension > 0.0f) {
    const GradientView<D> of = gradient_view(state, state.scaled_pressure, tension);
    const FieldView<float, D> rhs = state.pressure_system.rhs;
    for_each_tile(
        "add surface tension", state.tiles, [&](int tile) { add_surface_tension(of, tile, rhs.tile(tile)); }, 4);
  }
  state.report.pressure = solve_pressure(state);
  if (!std::isfinite(state.report.pressure.residual))
    state.failure = Error{ErrorCode::kRunFailed, "the pressure is not a number"};
}

template <int D>
void project_pressure(LiquidState<D>& state) {
  const int before = state.scene.is_viscous() ? state.report.pressure.iterations : 0;  // of balance_forces
  find_pressure(state);
  if (state.failure) return;
  if (finds_drift_apart(state)) find_drift_pressure(state);
  state.report.pressure.iterations += before;
  state.max_speed = subtract_gradient(state, tension_of(state));
  state.slot_speed_limit.reset();
  if (state.has_moving_solids())
    limit_flow_in_gaps(state, state.max_speed);
  else if (!state.solids.empty())
    limit_flow_in_slots(state);
}

template float tension_of<2>(const LiquidState<2>&);
template float tension_of<3>(const LiquidState<3>&);
template void find_pressure<2>(LiquidState<2>&);
template void find_pressure<3>(LiquidState<3>&);
template void project_pressure<2>(LiquidState<2>&);
template void project_pressure<3>(LiquidState<3>&);

}  // namespace spindrift
