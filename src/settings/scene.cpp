// What follows from a scene's settings: the grid, and defaults that depend on other settings.
#include "spindrift/scene.h"
#include "base/math.h"
#include "settings/tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace spindrift {

namespace {

// Far beyond any grid that fits into memory; keeps the conversion to int defined for absurd cell sizes.
constexpr double kMostCells = 1 << 30;

// Below 1, so that particles on a regular lattice do not push each other.
constexpr double kShareOfLatticeSpacing = 0.9;

// Of water beside coloured liquids: between the blues of pictures of water alone.
constexpr Color kWaterColor{0.24, 0.60, 0.94};

}  // namespace

double DomainSettings::cell() const {
  if (cell_size) return *cell_size;
  const auto longest = std::max_element(size.at.begin(), size.at.begin() + dimension);
  return *longest / std::max(resolution, 1);
}

Vec<int, 3> DomainSettings::cells() const {
  auto count = Vec<int, 3>::filled(1);
  for (int axis = 0; axis < dimension; ++axis) {
    const double rounded = std::round(size[axis] / cell());
    count[axis] = rounded > 1.0 ? static_cast<int>(std::min(rounded, kMostCells)) : 1;
  }
  return count;
}

bool DomainSettings::is_open(Side side) const { return std::find(open.begin(), open.end(), side) != open.end(); }

bool DomainSettings::is_periodic(Axis axis) const {
  return std::find(periodic.begin(), periodic.end(), axis) != periodic.end();
}

Vec3d ForceSettings::gravity_at(double time) const {
  if (gravity_table) return gravity_of(*gravity_table, time);
  if (gravity_keyframes.empty()) return gravity;
  const auto next = std::upper_bound(gravity_keyframes.begin(), gravity_keyframes.end(), time,
                                     [](double t, const GravityKeyframe& key) { return t < key.time; });
  if (next == gravity_keyframes.begin()) return next->gravity;
  if (next == gravity_keyframes.end()) return gravity_keyframes.back().gravity;
  const GravityKeyframe &a = *(next - 1), &b = *next;
  return a.gravity + (b.gravity - a.gravity) * ((time - a.time) / (b.time - a.time));
}

double ForceSettings::strongest_gravity() const {
  if (gravity_table) return strongest_gravity_of(*gravity_table);
  if (gravity_keyframes.empty()) return length(gravity);
  double strongest = 0.0;
  for (const GravityKeyframe& key : gravity_keyframes) strongest = std::max(strongest, length(key.gravity));
  return strongest;
}

std::vector<Keyframe> SolidSettings::path() const { return motion_table ? keyframes_of(*motion_table) : keyframes; }

std::vector<Keyframe> FrameSettings::path() const { return motion_table ? keyframes_of(*motion_table) : keyframes; }

int Physics::particles_per_cell() const {
  if (particles.per_cell > 0) return particles.per_cell;
  return dimension() == 2 ? 4 : 8;
}

PressureSolver Physics::pressure_solver() const {
  return solver.pressure.value_or(is_classic() ? PressureSolver::kGaussSeidel : PressureSolver::kMultigrid);
}

std::optional<int> Physics::sweeps() const {
  constexpr int kClassicSweeps = 50;
  return solver.sweeps || !is_classic() ? solver.sweeps : kClassicSweeps;
}

// Viscosity defines the surface by octants of cells with particles.
bool Physics::uses_level_set() const {
  const FreeSurface usual = is_viscous() ? FreeSurface::kCells : FreeSurface::kLevelSet;
  return solver.free_surface.value_or(usual) == FreeSurface::kLevelSet;
}

bool Physics::uses_leapfrog() const {
  return solver.stepping == Stepping::kLeapfrog && !moves_first() && !is_classic() && !uses_density_term();
}

bool Physics::detaches_cells() const { return uses_level_set() && !moves_first() && !is_classic(); }

bool Physics::uses_surface_tension() const { return fluid.surface_tension > 0.0 && uses_level_set(); }

// The shortest capillary wave on the grid must not cross a cell in a step [Brackbill1992, eq. 61, with air without
// mass].
double Physics::capillary_step() const {
  if (!uses_surface_tension()) return std::numeric_limits<double>::infinity();
  return std::sqrt(fluid.density * math::pow(domain.cell(), 3) / (4.0 * std::numbers::pi * fluid.surface_tension));
}

bool Physics::uses_density() const {
  return uses_level_set() || uses_density_projection() || uses_density_term() || has_foam_colors();
}

bool Physics::uses_density_projection() const { return !moves_first() && drift.projection.value_or(!is_classic()); }

bool Physics::uses_density_term() const { return drift.density_term.value_or(is_classic()); }

bool Physics::uses_push_apart() const { return drift.push_apart.value_or(is_classic()); }

bool Physics::uses_resampling() const { return drift.resample.value_or(!is_classic()); }

double Physics::separation_cells() const {
  if (drift.separation) return *drift.separation;
  if (particles.packing == Packing::kHexagonal) return 2.0 * particles.radius;
  return kShareOfLatticeSpacing * math::pow(particles_per_cell(), -1.0 / dimension());
}

bool Physics::has_column(Column column) const {
  if (column == Column::kColor && has_own_colors()) return true;
  return std::find(particles.columns.begin(), particles.columns.end(), column) != particles.columns.end();
}

namespace {

// Whether holds(settings) for some liquid or source.
template <class Holds>
bool any_liquid(const Physics& scene, Holds&& holds) {
  return std::any_of(scene.liquids.begin(), scene.liquids.end(), holds) ||
         std::any_of(scene.sources.begin(), scene.sources.end(), holds);
}

}  // namespace

bool Physics::is_viscous() const {
  return fluid.viscosity > 0.0 || any_liquid(*this, [](const auto& liquid) { return liquid.viscosity > 0.0; });
}

bool Physics::has_own_viscosities() const {
  return any_liquid(*this,
                    [&](const auto& liquid) { return liquid.viscosity.value_or(fluid.viscosity) != fluid.viscosity; });
}

bool Physics::has_own_colors() const {
  return any_liquid(*this, [&](const auto& liquid) { return liquid.color && liquid.color != fluid.color; });
}

bool Physics::has_foam_colors() const { return has_column(Column::kColor) && !has_own_colors(); }

Color Physics::fluid_color() const { return fluid.color.value_or(kWaterColor); }

bool Physics::has_fuel() const {
  auto burns = [](const auto& smoke) { return smoke.fuel > 0.0; };
  return std::any_of(smokes.begin(), smokes.end(), burns) ||
         std::any_of(smoke_sources.begin(), smoke_sources.end(), burns);
}

// Missing tiles are open air: right under an open sky, wrong in a closed box, where air must circulate.
bool Physics::is_sparse() const {
  if (gas.tiles == SmokeTiles::kAuto && frame.moves()) return false;  // the motion of a tank moves all of its air
  return gas.tiles == SmokeTiles::kNearSmoke || (gas.tiles == SmokeTiles::kAuto && !domain.open.empty());
}

}  // namespace spindrift
