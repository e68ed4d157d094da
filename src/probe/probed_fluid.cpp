#include "probe/probed_fluid.h"

#include <algorithm>
#include <cmath>

#include "fluid/solids.h"
#include "liquid/density/surface_share.h"

namespace spindrift {

namespace {

constexpr double kFar = 1.0;  // cells; largest distance

}  // namespace

template <int D>
double ProbedFluid<D>::pascals() const {
  const double dt = grid_.pressure_dt > 0.0 ? grid_.pressure_dt : grid_.dt;
  return dt > 0.0 ? density() * grid_.domain.h / dt : 0.0;
}

template <int D>
const Solid<D>* ProbedFluid<D>::solid(const std::string& name) const {
  for (const Solid<D>& solid : grid_.solids) {
    const SolidSettings& settings = grid_.scene.solids[static_cast<std::size_t>(solid.number())];
    if (settings.name == name) return solid.exists() ? &solid : nullptr;
  }
  return nullptr;
}

template <int D>
VecI<D> ProbedFluid<D>::cell_at(const VecD<D>& at) const {
  const VecI<D> first = grid_.domain.first_cell();
  const VecD<D> inside = grid_.domain.wrapped(at);
  VecI<D> cell;
  for (int a = 0; a < D; ++a)
    cell[a] = std::clamp(static_cast<int>(std::floor(inside[a])), first[a], first[a] + grid_.domain.cells[a] - 1);
  return cell;
}

template <int D>
CellType ProbedFluid<D>::type(const VecI<D>& cell) const {
  const CellPlace<D> at(grid_.tiles, cell);
  if (at.tile != 0) return grid_.type.tile(at.tile)[at.index];
  return is_behind_wall(grid_.domain, cell) ? CellType::kSolid : CellType::kAir;
}

template <int D>
bool ProbedFluid<D>::is_in_solid(const VecD<D>& at) const {
  constexpr double kOnSurface = 1e-6;  // cells: what lies on a surface is not in the solid, whatever it rounds to
  return !grid_.solids.empty() && distance_to_solids(grid_, grid_.domain.to_world(at)) < -kOnSurface * grid_.domain.h;
}

// The distance stored in a cell that is not solid. Without a level set it follows from the density of its particles.
template <int D>
double ProbedFluid<D>::distance_stored(const CellPlace<D>& at) const {
  if (at.tile == 0) return kFar;
  if (!liquid_) return grid_.type.tile(at.tile)[at.index] == CellType::kFluid ? -kFar : kFar;
  if (!grid_.surface_distance.empty()) return static_cast<double>(grid_.surface_distance.tile(at.tile)[at.index]);
  if (!liquid_->density.empty()) {
    const double share = static_cast<double>(liquid_->density.tile(at.tile)[at.index]) / liquid_->rest_density;
    return static_cast<double>(distance_from_share(static_cast<float>(share)));
  }
  const std::uint32_t* begin = liquid_->particles.cells_of(at.tile) + at.index;
  return 0.5 - std::min(1.0, (begin[1] - begin[0]) / liquid_->particles_per_cell);
}

// Behind a closed side the distance is extrapolated, so that a film thinner than half a cell has a depth on the floor.
// None in other solids.
template <int D>
std::optional<double> ProbedFluid<D>::distance_of_cell(const VecI<D>& cell) const {
  const VecI<D> first = grid_.domain.first_cell();
  for (int a = 0; a < D; ++a) {
    const int last = first[a] + grid_.domain.cells[a] - 1;
    if (grid_.domain.is_periodic[a] || (cell[a] >= first[a] && cell[a] <= last)) continue;
    const int side = cell[a] < first[a] ? 0 : 1;
    if (grid_.domain.is_open[2 * a + side]) continue;
    VecI<D> beside = cell, beyond = cell;
    beside[a] = side ? last : first[a];
    beyond[a] = beside[a] + (side ? -1 : 1);
    const auto near = distance_of_cell(beside);
    // In a domain of one cell between two walls there is no slope.
    if (grid_.domain.cells[a] == 1 && !grid_.domain.is_open[2 * a + 1 - side]) return near;
    const auto far = distance_of_cell(beyond);
    return near && far ? *near + std::clamp(*near - *far, -kFar, kFar) : near;
  }
  if (type(cell) == CellType::kSolid) return std::nullopt;
  return distance_stored(CellPlace<D>(grid_.tiles, cell));
}

template <int D>
double ProbedFluid<D>::distance_before(const VecD<D>& at) const {
  double sum = 0.0, weights = 0.0;
  for_each_corner(at - VecD<D>::filled(0.5), [&](const VecI<D>& cell, double weight) {
    if (const auto distance = distance_of_cell(cell)) {
      sum += weight * *distance;
      weights += weight;
    }
  });
  return weights > 0.0 ? sum / weights : kFar;
}

template <int D>
double ProbedFluid<D>::distance(const VecD<D>& at) const {
  if (!liquid_ || !has_stepped()) return distance_before(at);
  const auto u = velocity(at);
  return distance_before(u ? at - *u * (grid_.dt / grid_.domain.h) : at);
}

template <int D>
std::optional<VecD<D>> ProbedFluid<D>::velocity(const VecD<D>& at) const {
  if (!has_stepped()) return std::nullopt;
  VecD<D> result;
  for (int component = 0; component < D; ++component) {
    VecD<D> from = at - VecD<D>::filled(0.5);
    from[component] = at[component];
    double sum = 0.0, weights = 0.0;
    for_each_corner(from, [&](const VecI<D>& face, double weight) {
      const CellPlace<D> place(grid_.tiles, face);
      const float u = grid_.velocity[component].tile(place.tile)[place.index];
      if (place.tile == 0 || !std::isfinite(u)) return;
      sum += weight * static_cast<double>(u);
      weights += weight;
    });
    if (weights <= 0.0) return std::nullopt;
    result[component] = sum / weights;
  }
  return result;
}

template class ProbedFluid<2>;
template class ProbedFluid<3>;

}  // namespace spindrift
