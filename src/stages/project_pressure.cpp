// Makes the velocity divergence-free: solve for the pressure, subtract its gradient [Bridson2015, ch. 5].
// Müller's drift term asks over-dense cells to give and thin ones to take: with the density rho of particles and rest
// density rho_0, the divergence sought is k (rho / rho_0 - 1) / dt [Mueller2022, made independent of units].
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

constexpr float kMostExcess = 0.5f;  // a crowd spreads over several steps, not in one explosion
constexpr int kMultigridPatience = 60;

// The outflow that over-dense cells ask for, and the inflow that thin cells inside the liquid ask for. A cell that touches
// air is thin because the surface passes through it: it may only ask for outflow.
template <int D>
void add_drift_term(const LiquidState<D>& state, int tile, float* rhs) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 1>;
  Types types;
  load_halo(state.tiles, state.type, tile, types);
  const bool has_air = std::memchr(types.values.data(), static_cast<int>(CellType::kAir), types.values.size()) != nullptr;
  const float outflow = static_cast<float>(state.scene.drift.stiffness * state.domain.h / state.dt);
  const float rest = static_cast<float>(1.0 / state.rest_density);
  const float* density = state.density.tile(tile);
  if (!has_air) {  // inside the liquid: no questions, and what solid cells get is thrown away
    for (int c = 0; c < T::kCells; ++c)
      rhs[c] += outflow * std::clamp(density[c] * rest - 1.0f, -kMostExcess, kMostExcess);
    return;
  }
  for (int c = 0; c < T::kCells; ++c) {
    const CellType* here = &types.at(T::cell_coord(c));
    if (*here != CellType::kFluid) continue;
    float excess = std::clamp(density[c] * rest - 1.0f, -kMostExcess, kMostExcess);
    if (excess < 0.0f)
      for (int n = 0; n < T::kNeighbors; ++n)
        if (here[Types::index(T::neighbor_offset(n)) - Types::index(VecI<D>{})] == CellType::kAir) excess = 0.0f;
    rhs[c] += outflow * excess;
  }
}

// Right-hand side: the inflow of each fluid cell, and what the drift term asks for.
template <int D>
void build_rhs(LiquidState<D>& state) {
  using T = Tile<D>;
  state.pressure_system.rhs.resize(state.tiles.count());
  const bool drift = state.scene.drift.density_term;
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    const CellType* type = state.type.tile(tile);
    float* rhs = state.pressure_system.rhs.tile(tile);
    std::fill_n(rhs, T::kCells, 0.0f);
    if (is_dry<D>(type)) return;
    using Block = HaloBlock<float, D, 0, 1>;
    Block u;
    for (int a = 0; a < D; ++a) {
      load_halo(state.tiles, state.velocity[static_cast<std::size_t>(a)], tile, u);
      for (int row = 0; row < T::kCells; row += T::kSide) {
        const float* here = &u.at(T::cell_coord(row));
        for (int x = 0; x < T::kSide; ++x) rhs[row + x] += here[x] - here[x + Block::stride(a)];
      }
    }
    if (drift) add_drift_term(state, tile, rhs);
    for (int c = 0; c < T::kCells; ++c)
      if (type[c] != CellType::kFluid) rhs[c] = 0.0f;
  }, 4);
}

// u -= q_i - q_low on every face between two cells of which one is fluid and none solid; then the change since the
// transfer from the particles, and the largest speed.
template <int D>
float subtract_gradient(LiquidState<D>& state) {
  using T = Tile<D>;
  return parallel_reduce(
      static_cast<std::size_t>(state.tiles.count()), 0.0f,
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        using Pressures = HaloBlock<double, D, 1, 0>;
        using Types = HaloBlock<CellType, D, 1, 0>;
        Pressures q;
        Types types;
        load_halo(state.tiles, state.pressure, tile, q);
        load_halo(state.tiles, state.type, tile, types);
        std::array<float, T::kSide> fastest{};  // by column: rows are vectorised
        for (int a = 0; a < D; ++a) {
          float* u = state.velocity[static_cast<std::size_t>(a)].tile(tile);
          float* change = state.velocity_change[static_cast<std::size_t>(a)].tile(tile);
          const std::uint8_t* known = state.known[static_cast<std::size_t>(a)].tile(tile);
          for (int row = 0; row < T::kCells; row += T::kSide) {
            const double* here = &q.at(T::cell_coord(row));
            const CellType* type = &types.at(T::cell_coord(row));
            for (int x = 0; x < T::kSide; ++x) {
              const int c = row + x;
              const bool open = (type[x] != CellType::kSolid) & (type[x - Types::stride(a)] != CellType::kSolid);
              u[c] -= (known[c] != 0) & open ? static_cast<float>(here[x] - here[x - Pressures::stride(a)]) : 0.0f;
              change[c] = u[c] - change[c];
              const float speed = known[c] != 0 ? std::abs(u[c]) : 0.0f;
              float& most = fastest[static_cast<std::size_t>(x)];
              most = most < speed ? speed : most;
            }
          }
        }
        return *std::max_element(fastest.begin(), fastest.end());
      },
      [](float a, float b) { return std::max(a, b); }, 4);
}

template <int D>
PressureReport solve(LiquidState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  PressureSystem<D>& system = state.pressure_system;
  switch (solver.pressure) {
    case PressureSolver::kGaussSeidel:
      return solve_gauss_seidel(state.tiles, system, solver.sweeps, solver.over_relaxation, state.pressure);
    case PressureSolver::kPcg:
      return solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure);
    case PressureSolver::kMultigrid: break;
  }
  const int patience = std::min(solver.max_iterations, kMultigridPatience);
  const PressureReport report = solve_multigrid(state.tiles, system, solver.tolerance, patience, state.pressure);
  // Multigrid needs about ten iterations. One that has lost its way is replaced; one that was told to stop is not.
  const bool was_told = report.iterations >= solver.max_iterations;
  if (report.converged || was_told) return report;
  PressureReport second = solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure);
  second.iterations += report.iterations;
  second.fell_back = true;
  return second;
}

}  // namespace

template <int D>
void project_pressure(LiquidState<D>& state) {
  build_rhs(state);
  build_pressure_matrix<D>({state.tiles, state.type}, state.pressure_system);
  make_compatible(state.tiles, state.pressure_system);
  state.report.pressure = solve(state);
  if (!std::isfinite(state.report.pressure.residual)) {
    state.failure = Error{ErrorCode::kRunFailed, "the pressure is not a number"};
    return;
  }
  state.max_speed = subtract_gradient(state);
}

template void project_pressure<2>(LiquidState<2>&);
template void project_pressure<3>(LiquidState<3>&);

}  // namespace spindrift
