#include "fluid/projection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/math.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "spindrift/frame.h"

namespace spindrift {

namespace {

constexpr double kNear = 1.5;  // cells from a solid to the centres of cells that it may touch
// Liquid leaves a cell at most this many times faster than the solid moves. Between two closing solids a cell's
// openings may shrink to a thousandth of a face, through which the liquid would leave a thousand times faster.
constexpr float kMostTimes = 4.0f;

template <int D>
double distance_to_others(const SolidsView<D>& solids, const Solid<D>& solid, const VecD<D>& world) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Solid<D>& other : solids.solids)
    if (&other != &solid) nearest = std::min(nearest, other.distance(world));
  return nearest;
}

template <int D>
bool is_near(const SolidsView<D>& solids, const Solid<D>& solid, const VecD<D>& world) {
  const double reach = kNear * solids.domain.h;
  const Box<D> box = solid.bounds();
  for (int a = 0; a < D; ++a)
    if (world[a] < box.low[a] - reach || world[a] > box.high[a] + reach) return false;
  return solid.distance(world) < reach;
}

// The share in a solid of a surface with this normal, one cell wide around a point. The distance to the solid changes
// along the surface with the sine of the angle between the two.
template <int D>
double covered_share(const Solid<D>& solid, const VecD<D>& at, const VecD<D>& normal, double h) {
  constexpr double kLeastSine = 0.5;  // surfaces are curved: none is covered all at once
  const double cosine = dot(normal, solid.normal(at, kNormalStep * h));
  const double sine = std::sqrt(std::max(1.0 - cosine * cosine, kLeastSine * kLeastSine));
  return volume_fraction_inside(solid.distance(at) / (h * sine));
}

template <int D>
class TileOfSolids {
 public:
  using T = Tile<D>;
  using Areas = HaloBlock<float, D, 0, 1>;

  TileOfSolids(const SolidsView<D>& solids, int tile) : solids_(solids), tile_(tile) {
    for (std::size_t a = 0; a < D; ++a) {
      load_halo(solids.tiles, solids.open_area[a], tile, open_[a]);
      load_halo(solids.tiles, solids.static_open_area[a], tile, beside_static_[a]);
    }
  }

  // Into cell `c`; `is_alone` if no other moving solid is near.
  float flow(int c, const Solid<D>& solid, bool is_alone) const {
    float sum = 0.0f;
    VecD<D> surface{};  // area of the others' surfaces in the cell, times the normal: what their faces lack
    for (int a = 0; a < D; ++a)
      for (const int high : {0, 1}) {
        const auto [others, all] = shares(c, a, high, solid, is_alone);
        const float sign = high ? -1.0f : 1.0f;
        surface[a] -= static_cast<double>(sign * others);
        if (others <= all) continue;
        VecD<D> face = middle(c);
        face[a] += high - 0.5;
        sum += sign * (others - all) * static_cast<float>(solid.velocity(solids_.domain.to_world(face))[a]);
      }
    const double size = length(surface);
    if (!(size > 0.0)) return sum;
    const double h = solids_.domain.h;
    const VecD<D> normal = surface * (1.0 / size), world = solids_.domain.to_world(middle(c));
    const double to_others = is_alone ? h * static_cast<double>(solids_.static_distance.tile(tile_)[c])
                                      : distance_to_others(solids_, solid, world);
    const VecD<D> on_surface = world - normal * to_others;
    return sum +
           static_cast<float>(covered_share(solid, on_surface, normal, h) * dot(surface, solid.velocity(on_surface)));
  }

  // All faces of a cell together.
  float open_area(int c) const {
    float sum = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float* low = &open_[a].at(T::cell_coord(c));
      sum += low[0] + low[Areas::stride(a)];
    }
    return sum;
  }
  VecD<D> middle(int c) const {  // in cells
    return VecD<D>::from(solids_.tiles.first_cell(tile_) + T::cell_coord(c)) + VecD<D>::filled(0.5);
  }

 private:
  struct Shares {
    float others, all;  // what the others leave of a face, and what is left in the end
  };

  // The domain's closed sides do not count here: where one is, the solid comes through it.
  Shares shares(int c, int axis, int high, const Solid<D>& solid, bool is_alone) const {
    VecI<D> face = solids_.tiles.first_cell(tile_) + T::cell_coord(c), beyond = face;
    face[axis] += high;
    beyond[axis] += high ? 1 : -1;
    const int at = Areas::index(T::cell_coord(c)) + high * Areas::stride(axis);
    const bool is_side = is_behind_wall(solids_.domain, beyond);
    return {is_side || !is_alone ? area_beside_solids(solids_, &solid, face, axis) : beside_static_[axis].values[at],
            is_side ? area_beside_solids<D>(solids_, nullptr, face, axis) : open_[axis].values[at]};
  }

  const SolidsView<D>& solids_;
  int tile_;
  std::array<Areas, D> open_, beside_static_;
};

// Adds the inflow due to moving solids to the fluid cells of a tile with these types, in cell faces times m/s. A solid
// covers the share b - a of a face: b is open without it, a with it. A solid that comes out of a closed side of the
// domain or out of another solid also displaces liquid.
template <int D>
void add_flow_of_solids(const SolidsView<D>& solids, const CellType* type, int tile, float* inflow) {
  using T = Tile<D>;
  const float* distance = solids.distance.tile(tile);
  const auto is_touched = [&](int c) {
    return type[c] == CellType::kFluid && static_cast<double>(distance[c]) < kNear;
  };
  int first = 0;
  while (first < T::kCells && !is_touched(first)) ++first;
  if (first == T::kCells) return;
  const TileOfSolids<D> cells(solids, tile);
  for (int c = first; c < T::kCells; ++c) {
    if (!is_touched(c)) continue;
    const VecD<D> middle = solids.domain.to_world(cells.middle(c));
    const auto is_moving_near = [&](const Solid<D>& solid) {
      return solid.is_moving() && is_near(solids, solid, middle);
    };
    const auto first_near = std::find_if(solids.solids.begin(), solids.solids.end(), is_moving_near);
    if (first_near == solids.solids.end()) continue;
    const bool is_alone = std::none_of(first_near + 1, solids.solids.end(), is_moving_near);
    float flow = 0.0f, speed = 0.0f;
    for (auto solid = first_near; solid != solids.solids.end(); ++solid) {
      if (solid != first_near && (is_alone || !is_moving_near(*solid))) continue;
      flow += cells.flow(c, *solid, is_alone);
      speed = std::max(speed, static_cast<float>(length(solid->velocity(middle))));
    }
    const float most = kMostTimes * speed * cells.open_area(c);
    inflow[c] += std::clamp(flow, -most, most);
  }
}

constexpr int kMostMultigrid = 60;  // iterations; it usually needs about ten

// Over-relaxation o leaves (o - 1)^sweeps of an oscillating error. A warm start carries it to the next step: above 1/3
// the oscillation grows, with a drift term of stiffness k above 1 / (3 + k). This bound is below that for k up to 5; a
// lower one converges more slowly.
constexpr double kMostSwing = 0.125;

// Flow through the low faces of a tile and its high ring: u, with solids a u.
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

// Scales the pressure of the last step to this step's dt, in the cells that are fluid now.
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

template <int D>
PressureReport sweep_pressure(GridState<D>& state, CellField<double, D>& pressure, FirstGuess guess) {
  const SolverSettings& solver = state.scene.solver;
  const std::optional<int> sweeps = state.scene.sweeps();
  if (!sweeps)
    return solve_gauss_seidel(state.tiles, state.pressure_system, solver.max_iterations, solver.over_relaxation,
                              pressure, guess, solver.tolerance);
  const double settled = std::min(solver.over_relaxation, 1.0 + math::pow(kMostSwing, 1.0 / *sweeps));
  return solve_gauss_seidel(state.tiles, state.pressure_system, *sweeps, settled, pressure, guess);
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
  switch (state.scene.pressure_solver()) {
    case PressureSolver::kGaussSeidel:
      return sweep_pressure(state, state.scaled_pressure, guess);
    case PressureSolver::kPcg:
      return solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.scaled_pressure, guess);
    case PressureSolver::kMultigrid:
      break;
  }
  const int most = std::min(solver.max_iterations, kMostMultigrid);
  if (state.cells_changed) build_multigrid(state.tiles, system);
  const PressureReport report =
      solve_multigrid(state.tiles, system, solver.tolerance, most, state.scaled_pressure, guess);
  // No fallback if multigrid has used all iterations that the scene allows.
  if (report.converged || report.iterations >= solver.max_iterations) return report;
  PressureReport second =
      solve_pcg(state.tiles, system, solver.tolerance, solver.max_iterations, state.scaled_pressure);
  second.iterations += report.iterations;
  second.fell_back = true;
  return second;
}

template PressureReport sweep_pressure<2>(GridState<2>&, CellField<double, 2>&, FirstGuess);
template PressureReport sweep_pressure<3>(GridState<3>&, CellField<double, 3>&, FirstGuess);
template void find_inflow<2>(const GridState<2>&, CellField<float, 2>&);
template void find_inflow<3>(const GridState<3>&, CellField<float, 3>&);
template PressureReport solve_pressure<2>(GridState<2>&);
template PressureReport solve_pressure<3>(GridState<3>&);

}  // namespace spindrift
