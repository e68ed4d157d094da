// Makes the velocity of the gas free of divergence, but for the volume that fire makes [Bridson2015, ch. 5].
#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/smoke_stages.h"

namespace spindrift {

namespace {

constexpr int kMultigridPatience = 60;

// Right-hand side: the inflow of each cell of gas, and the outflow that burning asks for.
template <int D>
void build_rhs(SmokeState<D>& state) {
  using T = Tile<D>;
  state.pressure_system.rhs.resize(state.tiles.count());
  const auto expansion = static_cast<float>(state.scene.fire.expansion * state.domain.h / state.dt);
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        const CellType* type = state.type.tile(tile);
        float* rhs = state.pressure_system.rhs.tile(tile);
        std::fill_n(rhs, T::kCells, 0.0f);
        if (state.content[i + 1] == TileContent::kAir) return;
        using Block = HaloBlock<float, D, 0, 1>;
        Block u;
        for (int a = 0; a < D; ++a) {
          load_halo(state.tiles, state.velocity[static_cast<std::size_t>(a)], tile, u);
          for (int row = 0; row < T::kCells; row += T::kSide) {
            const float* here = &u.at(T::cell_coord(row));
            for (int x = 0; x < T::kSide; ++x) rhs[row + x] += here[x] - here[x + Block::stride(a)];
          }
        }
        if (!state.burnt.empty())
          for (int c = 0; c < T::kCells; ++c) rhs[c] += expansion * state.burnt.tile(tile)[c];
        if (state.content[i + 1] != TileContent::kFluid)
          for (int c = 0; c < T::kCells; ++c)
            if (type[c] != CellType::kFluid) rhs[c] = 0.0f;
      },
      4);
}

template <int D>
PressureReport solve(SmokeState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  PressureSystem<D>& system = state.pressure_system;
  switch (solver.pressure) {
    case PressureSolver::kGaussSeidel:
      return solve_gauss_seidel(state.tiles, system, solver.sweeps, solver.over_relaxation, state.pressure);
    case PressureSolver::kPcg:
      return solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure);
    case PressureSolver::kMultigrid:
      break;
  }
  const int patience = std::min(solver.max_iterations, kMultigridPatience);
  const PressureReport report =
      solve_multigrid(state.tiles, system, solver.tolerance, patience, state.pressure, FirstGuess::kPressure);
  const bool was_told = report.iterations >= solver.max_iterations;
  if (report.converged || was_told) return report;
  PressureReport second = solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure);
  second.iterations += report.iterations;
  second.fell_back = true;
  return second;
}

}  // namespace

template <int D>
float subtract_pressure_gradient(SmokeState<D>& state, double share) {
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
        const bool is_plain = state.content[i + 1] == TileContent::kFluid;
        if (!is_plain) load_halo(state.tiles, state.type, tile, types);
        float fastest = 0.0f;
        for (int a = 0; a < D; ++a) {
          float* u = state.velocity[static_cast<std::size_t>(a)].tile(tile);
          for (int row = 0; row < T::kCells; row += T::kSide) {
            const double* here = &q.at(T::cell_coord(row));
            for (int x = 0; x < T::kSide; ++x) {
              auto gradient = static_cast<float>(share * (here[x] - here[x - Pressures::stride(a)]));
              if (!is_plain) {
                const CellType* type = &types.at(T::cell_coord(row + x));
                const CellType low = type[-Types::stride(a)];
                const bool wet = *type == CellType::kFluid || low == CellType::kFluid;
                const bool solid = *type == CellType::kSolid || low == CellType::kSolid;
                if (!wet || solid) gradient = 0.0f;
              }
              u[row + x] -= gradient;
              fastest = std::max(fastest, std::abs(u[row + x]));
            }
          }
        }
        return fastest;
      },
      [](float a, float b) { return std::max(a, b); }, 4);
}

template <int D>
void project_gas(SmokeState<D>& state) {
  state.max_speed = 0.0f;
  state.pressure_dt = state.dt;
  if (state.fluid_cells == 0) return;  // the last smoke is gone, and the next source not open yet
  build_rhs(state);
  build_pressure_matrix<D>({state.tiles, state.type}, state.pressure_system);
  make_compatible(state.tiles, state.pressure_system);
  state.report.pressure = solve(state);
  if (!std::isfinite(state.report.pressure.residual)) {
    state.failure = Error{ErrorCode::kRunFailed, "the pressure is not a number"};
    return;
  }
  state.max_speed = subtract_pressure_gradient(state, 1.0);
}

template float subtract_pressure_gradient<2>(SmokeState<2>&, double);
template float subtract_pressure_gradient<3>(SmokeState<3>&, double);
template void project_gas<2>(SmokeState<2>&);
template void project_gas<3>(SmokeState<3>&);

}  // namespace spindrift
