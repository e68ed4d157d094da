#include "probe/pressure_at.h"

#include <algorithm>
#include <limits>

#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

template <int D>
double value_in(const CellField<double, D>& field, const CellPlace<D>& at) {
  return field.tile(at.tile)[at.index];
}

// The difference of the scaled pressure from a fluid cell to its neighbour; none across a closed face.
template <int D>
std::optional<double> step_to_neighbor(const ProbedFluid<D>& fluid, const VecI<D>& cell, int axis, int side) {
  const GridState<D>& grid = fluid.grid();
  VecI<D> beside = cell, face = cell;
  beside[axis] += side ? 1 : -1;
  face[axis] += side;
  const CellType type = fluid.type(beside);
  if (type == CellType::kSolid) return std::nullopt;
  const CellPlace<D> at(grid.tiles, cell), other(grid.tiles, beside), low(grid.tiles, face);
  if (const auto* area = grid.open_area(); area && low.tile != 0 && (*area)[axis].tile(low.tile)[low.index] <= 0.0f)
    return std::nullopt;
  const double here = value_in(grid.scaled_pressure, at);
  if (type == CellType::kFluid) return value_in(grid.scaled_pressure, other) - here;
  if (grid.surface_distance.empty()) return -here;
  const float inside = grid.surface_distance.tile(at.tile)[at.index];
  const float outside = other.tile == 0 ? 1.0f : grid.surface_distance.tile(other.tile)[other.index];
  const float share = liquid_share(inside, outside);
  double at_air = 0.0;
  if (!grid.curvature.empty()) {
    const FluidSettings& water = grid.scene.fluid;
    const double tension = water.surface_tension * grid.pressure_dt / (water.density * grid.domain.h * grid.domain.h);
    const float bend = other.tile == 0 ? 0.0f : grid.curvature.tile(other.tile)[other.index];
    at_air = tension * static_cast<double>(at_surface(grid.curvature.tile(at.tile)[at.index], bend, share));
  }
  return (at_air - here) / static_cast<double>(share);
}

// The scaled pressure at a point in or near a fluid cell.
template <int D>
double scaled_pressure_from(const ProbedFluid<D>& fluid, const VecI<D>& cell, const VecD<D>& at) {
  double q = value_in(fluid.grid().scaled_pressure, CellPlace<D>(fluid.grid().tiles, cell));
  for (int a = 0; a < D; ++a) {
    const double way = at[a] - (cell[a] + 0.5);
    const int side = way >= 0.0;
    if (const auto toward = step_to_neighbor(fluid, cell, a, side)) {
      q += std::abs(way) * *toward;
    } else if (const auto behind = step_to_neighbor(fluid, cell, a, 1 - side)) {
      q -= std::abs(way) * *behind;
    }
  }
  return q;
}

// The fluid cell among `cell` and its neighbours whose centre is nearest to a point.
template <int D>
std::optional<VecI<D>> nearest_fluid(const ProbedFluid<D>& fluid, const VecI<D>& cell, const VecD<D>& at) {
  std::optional<VecI<D>> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecI<D> other = cell + Tile<D>::neighbor_offset(n);
    if (fluid.type(other) != CellType::kFluid) continue;
    const VecD<D> way = at - (VecD<D>::from(other) + VecD<D>::filled(0.5));
    if (const double far = dot(way, way); far < least) {
      least = far;
      nearest = other;
    }
  }
  return nearest;
}

}  // namespace

// The pressure belongs to the surface at the start of the step.
template <int D>
double pressure_from(const ProbedFluid<D>& fluid, const VecI<D>& cell, const VecD<D>& at) {
  const CellType type = fluid.type(cell);
  if (fluid.liquid() && fluid.distance_before(at) >= 0.0) return 0.0;
  const std::optional<VecI<D>> from = type == CellType::kFluid ? cell : nearest_fluid(fluid, cell, at);
  if (!from) return 0.0;
  const double q = scaled_pressure_from(fluid, *from, at);
  return fluid.pascals() * (type == CellType::kAir ? std::max(q, 0.0) : q);
}

template <int D>
std::optional<double> pressure_at(const ProbedFluid<D>& fluid, const VecD<D>& at) {
  if (!fluid.has_stepped() || fluid.is_in_solid(at)) return std::nullopt;
  return pressure_from(fluid, fluid.cell_at(at), at);
}

template <int D>
LinearPressure<D> linear_pressure(const ProbedFluid<D>& fluid, const VecI<D>& cell) {
  const double pascals = fluid.pascals();
  LinearPressure<D> pressure{pascals * value_in(fluid.grid().scaled_pressure, CellPlace<D>(fluid.grid().tiles, cell)),
                             {}};
  for (int a = 0; a < D; ++a) {
    const auto down = step_to_neighbor(fluid, cell, a, 0), up = step_to_neighbor(fluid, cell, a, 1);
    pressure.slope[a] = pascals * (up && down ? 0.5 * (*up - *down) : up ? *up : down ? -*down : 0.0);
  }
  return pressure;
}

template LinearPressure<2> linear_pressure<2>(const ProbedFluid<2>&, const VecI<2>&);
template LinearPressure<3> linear_pressure<3>(const ProbedFluid<3>&, const VecI<3>&);
template std::optional<double> pressure_at<2>(const ProbedFluid<2>&, const VecD<2>&);
template std::optional<double> pressure_at<3>(const ProbedFluid<3>&, const VecD<3>&);
template double pressure_from<2>(const ProbedFluid<2>&, const VecI<2>&, const VecD<2>&);
template double pressure_from<3>(const ProbedFluid<3>&, const VecI<3>&, const VecD<3>&);

}  // namespace spindrift
