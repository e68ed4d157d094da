// What looks like a mistake in a scene, though it could run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/estimate.h"

namespace spindrift {

namespace {

void look_at_numbers(const Scene& scene, const Estimate& estimate, std::vector<std::string>& mistakes) {
  const double h = estimate.cell_size;
  for (int a = 0; a < scene.dimension(); ++a) {
    const double size = scene.domain.size[a];
    if (std::abs(estimate.cells[a] * h - size) > 1e-3 * h)
      mistakes.push_back(
          fmt::format("domain.size[{}] = {} m is not a whole number of cells: {:.6g} m will be simulated", a, size,
                      estimate.cells[a] * h));
  }
  if (scene.time.substeps > 0 && estimate.substeps > 5 * scene.time.substeps)
    mistakes.push_back(
        fmt::format("{} sub-step(s) per frame let the fastest {} cross more than 5 cells at once; about {} would do",
                    scene.time.substeps, scene.is_smoke() ? "gas" : "liquid", estimate.substeps));
  const bool is_hexagonal = scene.particles.packing == Packing::kHexagonal;
  if (is_hexagonal && scene.particles.per_cell > 0)
    mistakes.push_back(
        "particles.per_cell means nothing with hexagonal packing: particles.radius says how many there are");
  if (!is_hexagonal && (scene.particles_per_cell() < 3 || scene.particles_per_cell() > 64))
    mistakes.push_back(
        fmt::format("{} particles per cell is unusual; 4 (2D) or 8 (3D) serve well", scene.particles_per_cell()));
  if (scene.solver.pressure != PressureSolver::kGaussSeidel && scene.solver.tolerance > 1e-2)
    mistakes.push_back("solver.tolerance above 1e-2 will let the volume drift");
  if (scene.time.substeps == 0 && estimate.substeps >= scene.time.max_substeps)
    mistakes.push_back(fmt::format("the {} may become so fast that time.max_substeps = {} is not enough",
                                   scene.is_smoke() ? "gas" : "liquid", scene.time.max_substeps));
  if (scene.solver.order == StepOrder::kMoveThenProject)
    mistakes.push_back("solver.order = \"move_then_project\" lets still water sink; it exists for comparison only");
  if (scene.solver.stepping == Stepping::kLeapfrog && !scene.is_smoke() && !scene.uses_leapfrog())
    mistakes.push_back(
        "solver.stepping = \"leapfrog\" needs pcg or multigrid without drift.density_term, and particles that move "
        "last; euler's step "
        "is taken");
}

// An explicit surface tension is unstable in longer steps.
void look_at_surface_tension(const Scene& scene, std::vector<std::string>& mistakes) {
  if (!scene.uses_surface_tension()) return;
  const double needed = std::ceil(1.0 / (scene.time.fps * scene.capillary_step()) - 1e-9);
  const bool is_fixed = scene.time.substeps > 0;
  if ((is_fixed ? scene.time.substeps : scene.time.max_substeps) >= needed) return;
  mistakes.push_back(
      fmt::format("surface tension needs steps of at most {:.3g} s, or the shortest waves on the surface grow; "
                  "time.{} = {} gives longer ones, {:.0f} would do",
                  scene.capillary_step(), is_fixed ? "substeps" : "max_substeps",
                  is_fixed ? scene.time.substeps : scene.time.max_substeps, needed));
}

// Viscosity is judged by dt mu / (rho h^2), the share of a cell over which it spreads momentum in a step.
void look_at_viscosity(const Scene& scene, const Estimate& estimate, std::vector<std::string>& mistakes) {
  if (!scene.is_viscous()) return;
  double viscosity = scene.fluid.viscosity;
  for (const LiquidSettings& liquid : scene.liquids) viscosity = std::max(viscosity, liquid.viscosity.value_or(0.0));
  for (const SourceSettings& source : scene.sources) viscosity = std::max(viscosity, source.viscosity.value_or(0.0));
  const double h = estimate.cell_size, dt = 1.0 / (scene.time.fps * estimate.substeps);
  const double strength = dt * viscosity / (scene.fluid.density * h * h);
  if (strength < 1e-3)
    mistakes.push_back(
        fmt::format("a viscosity of {:.3g} Pa s does nothing that cells of {:.3g} m could show; without it the run "
                    "is faster",
                    viscosity, h));
  if (strength > 0.1 && scene.solver.transfer == Transfer::kFlip && scene.solver.flip > 0.5)
    mistakes.push_back(
        "flip hides much of the particles' velocity from the viscosity; solver.transfer = \"apic\" suits thick "
        "liquids");
}

// A wall stops the wind, so nothing in the domain moves with it.
void look_at_wind(const Scene& scene, std::vector<std::string>& mistakes) {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (int a = 0; scene.is_smoke() && a < scene.dimension(); ++a) {
    const auto low = static_cast<Side>(2 * a), high = static_cast<Side>(2 * a + 1);
    const bool is_through = scene.domain.is_open(low) && scene.domain.is_open(high);
    if (scene.gas.wind[a] == 0.0 || is_through || scene.domain.is_periodic(static_cast<Axis>(a))) continue;
    mistakes.push_back(
        fmt::format("gas.wind blows at {:.3g} m/s along {}, where a side is closed: it is felt at open sides only; "
                    "open both sides along {} to let it through",
                    scene.gas.wind[a], kAxes[a], kAxes[a]));
  }
}

// A liquid of which little is left is hardly what was meant.
void look_at_seeds(const std::vector<SeedCount>& seeds, std::vector<std::string>& mistakes) {
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const SeedCount& count = seeds[i];
    const std::int64_t places = count.made + count.in_solids + count.in_earlier_liquids;
    if (places == 0) mistakes.push_back(fmt::format("liquid {} is too small: not a single particle fits in", i + 1));
    if (2 * count.made >= places) continue;
    const char* in = count.in_earlier_liquids == 0 ? "solids"
                     : count.in_solids == 0        ? "earlier liquids"
                                                   : "solids and earlier liquids";
    mistakes.push_back(
        fmt::format("most of liquid {} lies in {}: {} of its {} particles are left", i + 1, in, count.made, places));
  }
}

}  // namespace

std::vector<std::string> likely_mistakes(const Scene& scene, const Estimate& estimate,
                                         const std::vector<SeedCount>& seeds) {
  std::vector<std::string> mistakes;
  look_at_numbers(scene, estimate, mistakes);
  look_at_viscosity(scene, estimate, mistakes);
  look_at_surface_tension(scene, mistakes);
  look_at_wind(scene, mistakes);
  look_at_seeds(seeds, mistakes);
  warn_of_unusual_numbers(scene, mistakes);
  return mistakes;
}

}  // namespace spindrift
