#include "fluid/projection.h"

#include <algorithm>

#include "base/math.h"
#include "fluid/solids/flow_of_solids.h"
#include "grid/for_each_tile.h"

namespace spindrift {

namespace {

constexpr int kMostMultigrid = 60;  // iterations: it needs about ten, and one that needs so many will not converge

// Of an error that over-relaxation o makes swing, (o - 1)^sweeps is left, with either sign. From step to step the next
// guess takes it along: from a third on the flow swings more and more, and with a drift term of the stiffness k from
// 1 / (3 + k) on. More than this is not left, which is less for all k up to 1.9; still less would only converge slower.
constexpr double kMostSwing = 0.125;

// What flows through the low faces of a tile and its high ring: u without solids, else a u.
template <int D>
using FaceFlow = HaloBlock<float, D, 0, 1>;

template <int D>
void close_faces(const TilesView<D>& tiles, const FieldView<const float, D>& open_area, int tile, FaceFlow<D>& flow) {
  FaceFlow<D> areas;
  load_halo(tiles, open_area, tile, areas);
  for (std::size_t i = 0; i < flow.values.size(); ++i)
    flow.values[i] = areas.values[i] > 0.0f ? areas.values[i] * flow.values[i] : 0.0f;
}

template <int D>
void find_inflow_of_tile(const SolidsView<D>& solids, const FieldView<const CellType, D>& types,
                         const FaceViews<const float, D>& velocity, int tile, float* inflow) {
  using T = Tile<D>;
  const CellType* type = types.tile(tile);
  std::fill_n(inflow, T::kCells, 0.0f);
  if (is_dry<D>(type)) return;
  for (int a = 0; a < D; ++a) {
    FaceFlow<D> flow;
    load_halo(solids.tiles, velocity[a], tile, flow);
    if (!solids.empty()) close_faces(solids.tiles, solids.open_area[a], tile, flow);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      const float* here = &flow.at(T::cell_coord(row));
      for (int x = 0; x < T::kSide; ++x) inflow[row + x] += here[x] - here[x + FaceFlow<D>::stride(a)];
    }
  }
  if (solids.has_moving) add_flow_of_solids(solids, type, tile, inflow);
  for (int c = 0; c < T::kCells; ++c)
    if (type[c] != CellType::kFluid) inflow[c] = 0.0f;
}

// Turns the pressure of the last step into a guess for this one: the same force, over this step's time, in the cells
// that are fluid now.
template <int D>
FirstGuess guess_pressure(GridState<D>& state) {
  const double scale = state.pressure_dt > 0.0 ? state.kick.dt / state.pressure_dt : 0.0;
  state.pressure_dt = state.kick.dt;
  if (!state.scene.solver.warm_start || scale == 0.0) return FirstGuess::kZero;
  const FieldView<const float, D> diagonals = state.pressure_system.diagonal;
  const FieldView<double, D> pressure = state.scaled_pressure;
  for_each_tile(
      "guess pressure", state.tiles,
      [&](int tile) {
        const float* diagonal = diagonals.tile(tile);
        double* q = pressure.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) q[c] = diagonal[c] > 0.0f ? scale * q[c] : 0.0;
      },
      16);
  return FirstGuess::kPressure;
}

}  // namespace

double settled_over_relaxation(const SolverSettings& solver) {
  return std::min(solver.over_relaxation, 1.0 + math::pow(kMostSwing, 1.0 / solver.sweeps));
}

template <int D>
void find_inflow(const GridState<D>& state, CellField<float, D>& rhs) {
  rhs.resize(state.tiles.count());
  const SolidsView<D> solids = state.solids_view();
  const FieldView<const CellType, D> types = state.type;
  const FaceViews<const float, D> velocity = state.velocity;
  const FieldView<float, D> inflow = rhs;
  for_each_tile(
      "find inflow", state.tiles,
      [&](int tile) { find_inflow_of_tile(solids, types, velocity, tile, inflow.tile(tile)); }, 4);
}

template <int D>
PressureReport solve_pressure(GridState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  PressureSystem<D>& system = state.pressure_system;
  if (state.cells_changed) {
    build_pressure_matrix(state.tiles, state.pressure_cells(), system);
    remove_null_space(state.tiles, system);
  } else {
    remove_pocket_means(system);
  }
  const FirstGuess guess = guess_pressure(state);
  switch (solver.pressure) {
    case PressureSolver::kGaussSeidel:
      return solve_gauss_seidel(state.tiles, system, solver.sweeps, settled_over_relaxation(solver),
                                state.scaled_pressure, guess);
    case PressureSolver::kPcg:
      return solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.scaled_pressure, guess);
    case PressureSolver::kMultigrid:
      break;
  }
  const int most = std::min(solver.max_iterations, kMostMultigrid);
  if (state.cells_changed) build_multigrid(state.tiles, system);
  const PressureReport report =
      solve_multigrid(state.tiles, system, solver.tolerance, most, state.scaled_pressure, guess);
  // Multigrid that does not converge is replaced, but not if it has had all iterations that the scene allows.
  if (report.converged || report.iterations >= solver.max_iterations) return report;
  PressureReport second =
      solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.scaled_pressure);
  second.iterations += report.iterations;
  second.fell_back = true;
  return second;
}

template void find_inflow<2>(const GridState<2>&, CellField<float, 2>&);
template void find_inflow<3>(const GridState<3>&, CellField<float, 3>&);
template PressureReport solve_pressure<2>(GridState<2>&);
template PressureReport solve_pressure<3>(GridState<3>&);

}  // namespace spindrift
