// Steps, properties and forces that are possible and rarely meant: numbers in other units, settings that contradict
// each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lint/rules.h"

namespace spindrift {

namespace {

constexpr double kColdestUsualGas = 100.0;  // K

const char* fluid_name(const Scene& scene) { return scene.is_smoke() ? "gas" : "liquid"; }

void warn_of_steps(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings) {
  const double h = estimate.cell_size;
  for (int a = 0; a < scene.dimension(); ++a) {
    const double size = scene.domain.size[a];
    if (std::abs(estimate.cells[a] * h - size) > 1e-3 * h)
      warnings.push_back(fmt::format("domain.size[{}] = {} m is not a whole number of cells; {:.6g} m are simulated", a,
                                     size, estimate.cells[a] * h));
  }
  if (scene.time.substeps > 0 && estimate.fluid_substeps > 5 * scene.time.substeps)
    warnings.push_back(fmt::format(
        "time.substeps = {} lets the fastest {} cross more than 5 cells in a time step; increase it to about {}",
        scene.time.substeps, fluid_name(scene), estimate.fluid_substeps));
  if (scene.time.substeps == 0 && estimate.fluid_substeps >= scene.time.max_substeps)
    warnings.push_back(fmt::format("time.max_substeps = {} may be too few for the speed of the {}",
                                   scene.time.max_substeps, fluid_name(scene)));
  if (scene.solver.order == StepOrder::kMoveThenProject)
    warnings.push_back("solver.order = \"move_then_project\" lets still water sink; it is for comparison only");
  if (scene.solver.stepping == Stepping::kLeapfrog && !scene.is_smoke() && !scene.uses_leapfrog())
    warnings.push_back(
        "solver.stepping = \"leapfrog\" is replaced by \"euler\": it needs pcg or multigrid, solver.order = "
        "\"project_then_move\" and no drift.density_term");
}

// An explicit surface tension is unstable in longer steps.
void warn_of_surface_tension(const Scene& scene, Warnings& warnings) {
  if (!scene.uses_surface_tension()) return;
  const double needed = std::ceil(1.0 / (scene.time.fps * scene.capillary_step()) - 1e-9);
  const bool is_fixed = scene.time.substeps > 0;
  if ((is_fixed ? scene.time.substeps : scene.time.max_substeps) >= needed) return;
  warnings.push_back(
      fmt::format("surface tension needs time steps of at most {:.3g} s, or short waves on the surface grow; increase "
                  "time.{} from {} to {:.0f}",
                  scene.capillary_step(), is_fixed ? "substeps" : "max_substeps",
                  is_fixed ? scene.time.substeps : scene.time.max_substeps, needed));
}

// Viscosity is judged by dt mu / (rho h^2), the share of a cell over which it spreads momentum in a step.
void warn_of_viscosity(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings) {
  if (!scene.is_viscous()) return;
  double viscosity = scene.fluid.viscosity;
  for (const LiquidSettings& liquid : scene.liquids) viscosity = std::max(viscosity, liquid.viscosity.value_or(0.0));
  for (const SourceSettings& source : scene.sources) viscosity = std::max(viscosity, source.viscosity.value_or(0.0));
  const double h = estimate.cell_size, dt = 1.0 / (scene.time.fps * estimate.fluid_substeps);
  const double strength = dt * viscosity / (scene.fluid.density * h * h);
  if (strength < 1e-3)
    warnings.push_back(fmt::format(
        "viscosity {:.3g} Pa s has no visible effect at a cell size of {:.3g} m; without it the run is faster",
        viscosity, h));
  if (strength > 0.1 && scene.solver.transfer == Transfer::kFlip && scene.solver.flip > 0.5)
    warnings.push_back(
        "solver.transfer = \"flip\" hides much of the velocity from the viscosity; use \"apic\" for thick liquids");
}

// A wall stops the wind.
void warn_of_wind(const Scene& scene, Warnings& warnings) {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (int a = 0; scene.is_smoke() && a < scene.dimension(); ++a) {
    const auto low = static_cast<Side>(2 * a), high = static_cast<Side>(2 * a + 1);
    const bool is_through = scene.domain.is_open(low) && scene.domain.is_open(high);
    if (scene.gas.wind[a] == 0.0 || is_through || scene.domain.is_periodic(static_cast<Axis>(a))) continue;
    warnings.push_back(fmt::format(
        "gas.wind of {:.3g} m/s along {} acts only at open sides, because a side is closed; open both sides "
        "along {} to let it through",
        scene.gas.wind[a], kAxes[a], kAxes[a]));
  }
}

void warn_of_seeds(const std::vector<SeedCount>& seeds, Warnings& warnings) {
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const SeedCount& count = seeds[i];
    const std::int64_t places = count.made + count.in_solids + count.in_earlier_liquids;
    if (places == 0) warnings.push_back(fmt::format("liquid {} is too small for a single particle", i + 1));
    if (2 * count.made >= places) continue;
    const char* in = count.in_earlier_liquids == 0 ? "solids"
                     : count.in_solids == 0        ? "earlier liquids"
                                                   : "solids and earlier liquids";
    warnings.push_back(
        fmt::format("most of liquid {} lies in {}; {} of its {} particles remain", i + 1, in, count.made, places));
  }
}

void warn_of_gravity(const Scene& scene, Warnings& warnings) {
  const Vec3d& gravity = scene.forces.gravity;
  if (gravity[1] > 0.0) warnings.push_back("forces.gravity points up; y is up, so the Earth's is -9.81 along y");
  if (scene.dimension() == 3 && gravity[1] == 0.0 && gravity[2] != 0.0)
    warnings.push_back("forces.gravity points along z only; y is up, so the Earth's is [0, -9.81, 0]");
}

void warn_of_roughness(const Scene& scene, Warnings& warnings) {
  constexpr double kRoughestUsualBed = 0.1;  // of the domain's smallest side
  double smallest = scene.domain.size[0];
  for (int a = 1; a < scene.dimension(); ++a) smallest = std::min(smallest, scene.domain.size[a]);
  if (scene.fluid.roughness > kRoughestUsualBed * smallest)
    warnings.push_back(fmt::format(
        "fluid.roughness = {:g} m is unusual: it is the grain size of a bed, and the smallest side of the domain "
        "is {:g} m",
        scene.fluid.roughness, smallest));
}

void warn_of_waves(const Scene& scene, Warnings& warnings) {
  const double top = scene.domain.size[1];
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    const ShapeSettings& shape = scene.liquids[i].shape;
    if (shape.kind != ShapeSettings::Kind::kWave || (shape.level > 0.0 && shape.level < top)) continue;
    warnings.push_back(fmt::format("liquid {}: the level of the wave, {:g} m, is {} of the domain ({:g} m)", i + 1,
                                   shape.level, shape.level > 0.0 ? "above the top" : "below the floor",
                                   shape.level > 0.0 ? top : 0.0));
  }
}

void warn_of_heat(const Scene& scene, Warnings& warnings) {
  const double ambient = scene.gas.ambient_temperature;
  const auto is_cold = [](double kelvin) { return kelvin > 0.0 && kelvin < kColdestUsualGas; };
  double hottest = ambient, fuel = 0.0;
  const auto look_at = [&](const char* what, const auto& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double temperature = all[i].temperature.value_or(ambient);
      if (ambient >= kColdestUsualGas && is_cold(temperature))
        warnings.push_back(fmt::format("{} {}: a temperature of {:g} K is unusual, expected at least {:g}", what, i + 1,
                                       temperature, kColdestUsualGas));
      hottest = std::max(hottest, temperature);
      fuel = std::max(fuel, all[i].fuel);
    }
  };
  look_at("smoke", scene.smokes);
  look_at("smoke source", scene.smoke_sources);
  if (fuel > 0.0 && hottest < scene.fire.ignition_temperature)
    warnings.push_back(
        fmt::format("the fuel never burns: fire.ignition_temperature is {:g} K, and the hottest gas has {:g} K",
                    scene.fire.ignition_temperature, hottest));
}

// Fields with a radius are zero beyond it: from a point, or in 3D from the axis of a vortex.
void warn_of_forces(const Scene& scene, Warnings& warnings) {
  using Kind = ForceFieldSettings::Kind;
  for (std::size_t i = 0; i < scene.force_fields.size(); ++i) {
    const ForceFieldSettings& force = scene.force_fields[i];
    if (force.kind == Kind::kUniform) continue;
    const double h = scene.domain.cell();
    if (force.radius < 0.5 * h)
      warnings.push_back(
          fmt::format("force {} may reach no cell: its radius of {:g} m is less than half a cell ({:.3g} m)", i + 1,
                      force.radius, h));
    if (force.kind == Kind::kVortex && scene.dimension() == 3) continue;
    Vec3d away{};
    for (int a = 0; a < scene.dimension(); ++a)
      away[a] = std::max({0.0, -force.center[a], force.center[a] - scene.domain.size[a]});
    if (length(away) >= force.radius)
      warnings.push_back(
          fmt::format("force {} does not reach the domain: its radius is {:g} m, and its centre is {:g} m away", i + 1,
                      force.radius, length(away)));
  }
}

std::string when_text(const Scene& scene, const SolidMotion& motion) {
  if (motion.keyframe == 0) return "";
  const std::vector<Keyframe> keys = scene.solids[motion.solid].path();
  return fmt::format(" between its keyframes {} and {} ({:g} s to {:g} s)", motion.keyframe, motion.keyframe + 1,
                     keys[motion.keyframe - 1].time, keys[motion.keyframe].time);
}

}  // namespace

void lint_physics(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings) {
  warn_of_steps(scene, estimate, warnings);
  warn_of_viscosity(scene, estimate, warnings);
  warn_of_surface_tension(scene, warnings);
  warn_of_wind(scene, warnings);
  warn_of_seeds(estimate.seeds, warnings);
  warn_of_gravity(scene, warnings);
  if (scene.is_smoke()) {
    warn_of_heat(scene, warnings);
  } else {
    warn_of_roughness(scene, warnings);
    warn_of_waves(scene, warnings);
  }
  warn_of_forces(scene, warnings);
}

void lint_motions(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings) {
  // Fluid and solids that cross more cells at once are likely a mistake.
  constexpr double kMostCellsInAStep = 5.0;
  const double most = std::max(kMostCellsInAStep, scene.time.cfl);
  for (const SolidMotion& motion : estimate.motions) {
    const double in_a_frame = motion.speed / scene.time.fps / scene.domain.cell(),
                 cells = in_a_frame / estimate.most_substeps;
    constexpr double kRounding = 1e-9;  // of times, so that following the hint removes the warning
    if (cells <= most * (1.0 + kRounding)) continue;
    warnings.push_back(fmt::format(
        "solid {} moves at {:.3g} m/s{}, {:.3g} cells in a time step, too fast for the {} to follow; increase time.{} "
        "to "
        "{:.0f} (at most {:g} cells) or slow the solid down",
        motion.solid + 1, motion.speed, when_text(scene, motion), cells, fluid_name(scene),
        scene.time.substeps > 0 ? "substeps" : "max_substeps", std::ceil(in_a_frame / most * (1.0 - kRounding)), most));
  }
}

}  // namespace spindrift
