#include "stages/projection.h"

#include <algorithm>

#include "exec/parallel.h"
#include "stages/open_area.h"
#include "stages/solid_distance.h"

namespace spindrift {

namespace {

constexpr int kMultigridPatience = 60;

// What flows through the low faces of a tile and its high ring: u without solids, else a u.
template <int D>
using Flow = HaloBlock<float, D, 0, 1>;

template <int D>
void close_faces(const GridState<D>& state, int tile, int axis, Flow<D>& flow) {
  Flow<D> areas;
  load_halo(state.tiles, (*state.open_area())[static_cast<std::size_t>(axis)], tile, areas);
  for (std::size_t i = 0; i < flow.values.size(); ++i)
    flow.values[i] = areas.values[i] > 0.0f ? areas.values[i] * flow.values[i] : 0.0f;
}

// Moving solids take the share b - a of a face, b being the area that static ones leave, and flow through it as well.
// So they do through the domain's sides, and through the surfaces of static solids: when one comes out of a wall, the
// liquid makes room for what comes.
template <int D>
void add_moving_solids(const GridState<D>& state, int tile, float* inflow) {
  using T = Tile<D>;
  constexpr float kNear = 1.5f;  // cells
  const CellType* type = state.type.tile(tile);
  const float *distance = state.solid_distance().tile(tile), *to_static = state.static_solids.distance.tile(tile);
  if (std::none_of(distance, distance + T::kCells, [](float d) { return d < kNear; })) return;
  std::array<Flow<D>, D> open, without_moving;
  for (std::size_t a = 0; a < D; ++a) {
    load_halo(state.tiles, (*state.open_area())[a], tile, open[a]);
    load_halo(state.tiles, state.static_solids.open_area[a], tile, without_moving[a]);
  }
  for (int c = 0; c < T::kCells; ++c) {
    if (type[c] != CellType::kFluid || !(distance[c] < kNear)) continue;
    const VecI<D> cell = state.tiles.first_cell(tile) + T::cell_coord(c);
    VecD<D> surface{};  // area of the static surface in the cell, times its normal
    for (int a = 0; a < D; ++a)
      for (const int high : {0, 1}) {
        VecI<D> face = cell, beyond = cell;
        face[a] += high;
        beyond[a] += high ? 1 : -1;
        const auto axis = static_cast<std::size_t>(a);
        const std::size_t at = static_cast<std::size_t>(Flow<D>::index(T::cell_coord(c)) + high * Flow<D>::stride(a));
        float before = without_moving[axis].values[at], left = open[axis].values[at];
        if (is_behind_wall(state.domain, beyond)) {
          before = area_beside_solids(state, WhichSolids::kStatic, face, a);
          left = area_beside_solids(state, WhichSolids::kAll, face, a);
        }
        const float sign = high ? -1.0f : 1.0f;
        surface[a] -= static_cast<double>(sign * before);
        if (before > left) inflow[c] += sign * (before - left) * moving_solid_velocity(state, face, a);
      }
    const double size = length(surface);
    if (!(size > 0.0)) continue;
    const VecD<D> middle = VecD<D>::from(cell) + VecD<D>::filled(0.5);
    const VecD<D> on_surface = middle - surface * (static_cast<double>(to_static[c]) / size);
    const MovingSolid<D> solid = nearest_moving_solid(state, state.domain.to_world(on_surface));
    const double covered = std::clamp(0.5 - solid.distance / state.domain.h, 0.0, 1.0);  // over a cell's width
    inflow[c] += static_cast<float>(covered * dot(surface, solid.velocity));
  }
}

// Turns the pressure of the last step into a guess for this one: the same force, over this step's time, in the cells
// that are fluid now.
template <int D>
FirstGuess guess_pressure(GridState<D>& state) {
  const double scale = state.pressure_dt > 0.0 ? state.dt / state.pressure_dt : 0.0;
  state.pressure_dt = state.dt;
  if (!state.scene.solver.warm_start || scale == 0.0) return FirstGuess::kZero;
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()),
      [&](std::size_t i) {
        const float* diagonal = state.pressure_system.diagonal.tile(static_cast<int>(i) + 1);
        double* q = state.pressure.tile(static_cast<int>(i) + 1);
        for (int c = 0; c < Tile<D>::kCells; ++c) q[c] = diagonal[c] > 0.0f ? scale * q[c] : 0.0;
      },
      16);
  return FirstGuess::kPressure;
}

}  // namespace

template <int D>
void find_inflow(const GridState<D>& state, CellField<float, D>& rhs) {
  using T = Tile<D>;
  rhs.resize(state.tiles.count());
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        const CellType* type = state.type.tile(tile);
        float* inflow = rhs.tile(tile);
        std::fill_n(inflow, T::kCells, 0.0f);
        if (is_dry<D>(type)) return;
        for (int a = 0; a < D; ++a) {
          Flow<D> flow;
          load_halo(state.tiles, state.velocity[static_cast<std::size_t>(a)], tile, flow);
          if (state.open_area()) close_faces(state, tile, a, flow);
          for (int row = 0; row < T::kCells; row += T::kSide) {
            const float* here = &flow.at(T::cell_coord(row));
            for (int x = 0; x < T::kSide; ++x) inflow[row + x] += here[x] - here[x + Flow<D>::stride(a)];
          }
        }
        if (state.has_moving_solids()) add_moving_solids(state, tile, inflow);
        for (int c = 0; c < T::kCells; ++c)
          if (type[c] != CellType::kFluid) inflow[c] = 0.0f;
      },
      4);
}

template <int D>
PressureReport solve_pressure(GridState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  PressureSystem<D>& system = state.pressure_system;
  if (state.cells_changed) {
    build_pressure_matrix(state.pressure_cells(), system);
    make_compatible(state.tiles, system);
  } else {
    remove_pocket_means(system);
  }
  const FirstGuess guess = guess_pressure(state);
  switch (solver.pressure) {
    case PressureSolver::kGaussSeidel:
      return solve_gauss_seidel(state.tiles, system, solver.sweeps, solver.over_relaxation, state.pressure, guess);
    case PressureSolver::kPcg:
      return solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure, guess);
    case PressureSolver::kMultigrid:
      break;
  }
  const int patience = std::min(solver.max_iterations, kMultigridPatience);
  const PressureReport report =
      state.cells_changed ? solve_multigrid(state.tiles, system, solver.tolerance, patience, state.pressure, guess)
                          : solve_again(state.tiles, system, solver.tolerance, patience, state.pressure, guess);
  // Multigrid needs about ten iterations. One that has lost its way is replaced; one that was told to stop is not.
  const bool was_told = report.iterations >= solver.max_iterations;
  if (report.converged || was_told) return report;
  PressureReport second = solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.pressure);
  second.iterations += report.iterations;
  second.fell_back = true;
  return second;
}

template void find_inflow<2>(const GridState<2>&, CellField<float, 2>&);
template void find_inflow<3>(const GridState<3>&, CellField<float, 3>&);
template PressureReport solve_pressure<2>(GridState<2>&);
template PressureReport solve_pressure<3>(GridState<3>&);

}  // namespace spindrift
