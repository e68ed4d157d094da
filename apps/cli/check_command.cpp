// spindrift check: what a scene would run, and whether it looks like a mistake. Runs nothing.
#include <fmt/format.h>

#include "api/snapshot.h"
#include "base/memory.h"
#include "base/outputs.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/run_writer.h"
#include "cli/scene_choice.h"
#include "io/scene_words.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

void say_row(const std::string& name, const std::string& text) { say(fmt::format("  {:<10} {}", name, text)); }

// How the liquids are filled. Without one it is what sources emit.
std::string packing_text(const Scene& scene) {
  if (scene.particles.packing == Packing::kHexagonal)
    return fmt::format("hexagonal, radius {:g} cells", scene.particles.radius);
  std::string text;
  auto add = [&](const std::string& part) {
    if (text.find(part) == std::string::npos) text += (text.empty() ? "" : "; ") + part;
  };
  const std::string in_cells =
      fmt::format("{} per cell, {}", scene.particles_per_cell(), word_of(scene.particles.packing));
  for (const LiquidSettings& liquid : scene.liquids)
    add(liquid.spacing ? fmt::format("lattice, {:.4g} cells apart", *liquid.spacing) : in_cells);
  if (scene.liquids.empty()) add(in_cells);
  return text;
}

std::string particles_text(const Scene& scene, const Estimate& expected) {
  return fmt::format("{} at the start ({})", grouped(expected.particles), packing_text(scene));
}

std::string memory_text(const Estimate& expected) {
  const std::int64_t available = available_memory_bytes();
  const std::string needed = "about " + bytes_text(static_cast<double>(expected.bytes));
  return available < 0 ? needed : fmt::format("{} of {} available", needed, bytes_text(static_cast<double>(available)));
}

std::string time_text(const Scene& scene, const Estimate& expected) {
  const TimeSettings& time = scene.time;
  const std::string steps =
      time.substeps > 0 ? fmt::format("{}", time.substeps) : fmt::format("about {}", expected.substeps);
  return fmt::format("{} frames at {:g} per second: {:.4g} s, {} sub-step{} each", time.frames, time.fps,
                     time.frames / time.fps, steps, expected.substeps == 1 ? "" : "s");
}

std::string smoke_text(const Scene& scene) {
  return fmt::format("{} at the start, {} source{}; {} computed", scene.smokes.size(), scene.smoke_sources.size(),
                     scene.smoke_sources.size() == 1 ? "" : "s",
                     scene.is_sparse() ? "tiles near smoke are" : "the whole domain is");
}

std::string solver_text(const Scene& scene) {
  const SolverSettings& solver = scene.solver;
  const std::string transfer = scene.is_smoke()                     ? std::string(word_of(scene.gas.advection))
                               : solver.transfer == Transfer::kFlip ? fmt::format("flip {:g}", solver.flip)
                                                                    : std::string(word_of(solver.transfer));
  const std::string pressure = solver.pressure == PressureSolver::kGaussSeidel
                                   ? fmt::format("with {} sweeps at {:g}", solver.sweeps, solver.over_relaxation)
                                   : fmt::format("to a residual of {:g}", solver.tolerance);
  return fmt::format("{}, pressure by {} {}", transfer, word_of(solver.pressure), pressure);
}

std::string output_text(const Scene& scene) {
  std::string text;
  const auto add = [&](const char* name) { text += (text.empty() ? "" : ", ") + std::string(name); };
  if (wants_particles(scene)) add("particles");
  if (!scene.output.volumes.empty()) add("volumes");
  if (scene.surface.write != SurfaceFormat::kNone) add(scene.dimension() == 2 ? "surface outlines" : "surface meshes");
  if (wants_pictures(scene)) add("pictures");
  if (wants_pictures(scene) && scene.output.movie) add("movie");
  if (!scene.probes.empty()) add("probes");
  add("statistics");
  add("report");
  if (scene.checkpoint.is_on()) add("checkpoints");
  return text;
}

constexpr std::int64_t kTryParticles = 2'000'000;

}  // namespace

int check_command(const SceneChoice& choice) {
  const Result<Scene> scene = load_scene(choice);
  if (!scene) return fail(scene.error());
  if (Status possible = check_outputs(*scene); !possible) return fail(possible.error());
  const Result<Estimate> expected = estimate(*scene);
  if (!expected) return fail(expected.error());

  say(fmt::format("{} ({})", scene->title.empty() ? "Untitled" : scene->title, scene->file));
  say_row("grid", fmt::format("{} cells of {:.4g} m, {}D", grid_text(expected->cells, scene->dimension()),
                              expected->cell_size, scene->dimension()));
  if (scene->is_smoke()) {
    say_row("smoke", smoke_text(*scene));
  } else {
    say_row("particles", particles_text(*scene, *expected));
  }
  say_row("memory", memory_text(*expected));
  say_row("time", time_text(*scene, *expected));
  say_row("solver", solver_text(*scene));
  say_row("output", output_text(*scene));
  for (const std::string& warning : expected->warnings) warn(warning);
  if (const auto refused = refuse_if_too_large(*scene, *expected)) return fail(*refused);
  // Small scenes are set up for real, without a step: what `run` would refuse is refused here.
  if (expected->particles < kTryParticles)
    if (const Result<Simulation> trial = Simulation::create(*scene, 1); !trial) return fail(trial.error());
  if (expected->warnings.empty()) say("  no likely mistakes found");
  return kDone;
}

}  // namespace spindrift
