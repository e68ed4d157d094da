#include "spindrift/check.h"

#include <fmt/format.h>

#include <cmath>

#include "base/json.h"
#include "base/no_throw.h"
#include "exec/memory.h"
#include "keys/scene_words.h"
#include "lint/lint.h"
#include "output/estimate_disk.h"
#include "output/frame_outputs.h"
#include "run/probes.h"
#include "run/run_folder.h"
#include "run/tables.h"
#include "scene/scene_text.h"
#include "settings/outputs.h"
#include "spindrift/simulation.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

constexpr double kWorthAHint = 0.001;  // of the volume

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

// What the shapes ask for, and what the particles make of it.
std::string volume_text(const Scene& scene, const SeededVolume& volume) {
  const char* const unit = scene.dimension() == 2 ? "m^2" : "m^3";
  const bool may_fill = scene.particles.packing != Packing::kHexagonal && scene.particles.filling != Filling::kVolume;
  return fmt::format(
      "{:.5g} {} asked for, {:.5g} {} seeded ({:+.2f} %){}", volume.asked, unit, volume.seeded, unit,
      100.0 * volume.surplus(),
      may_fill && std::abs(volume.surplus()) > kWorthAHint ? "; particles.filling = \"volume\" comes closer" : "");
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
  const std::string most = expected.most_substeps > expected.substeps
                               ? fmt::format(", up to {} while solids are fastest", expected.most_substeps)
                               : "";
  return fmt::format("{} frames at {:g} per second: {:.4g} s, {} sub-step{} each{}", time.frames, time.fps,
                     time.frames / time.fps, steps, expected.substeps == 1 ? "" : "s", most);
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
  const std::string pressure = scene.pressure_solver() == PressureSolver::kGaussSeidel && scene.sweeps()
                                   ? fmt::format("with {} sweeps at {:g}", *scene.sweeps(), solver.over_relaxation)
                                   : fmt::format("to a residual of {:g}", solver.tolerance);
  return fmt::format("{}, pressure by {} {}", transfer, word_of(scene.pressure_solver()), pressure);
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
  if (!scene.regions.empty()) add("regions");
  add("statistics");
  add("report");
  if (scene.checkpoint.is_on()) add("checkpoints");
  return text;
}

// Small scenes are set up for real, without a step: what `run` would refuse is refused here.
constexpr std::int64_t kTryParticles = 2'000'000;

Result<SceneCheck> check(const Scene& scene) {
  if (Status possible = check_outputs(scene); !possible) return possible.error();
  const auto linted = lint(scene);
  if (!linted) return linted.error();
  const Estimate* const expected = &linted->estimate;
  SceneCheck result;
  result.rows.emplace_back("grid",
                           fmt::format("{} cells of {:.4g} m, {}D", grid_text(expected->cells, scene.dimension()),
                                       expected->cell_size, scene.dimension()));
  if (scene.is_smoke()) {
    result.rows.emplace_back("smoke", smoke_text(scene));
  } else {
    result.rows.emplace_back("particles", particles_text(scene, *expected));
    const auto volume = seeded_volume(scene);
    if (!volume) return volume.error();
    if (*volume) result.rows.emplace_back("volume", volume_text(scene, **volume));
  }
  const Result<std::vector<std::string>> meshes = describe_meshes(scene);
  if (!meshes) return meshes.error();
  for (const std::string& mesh : *meshes) result.rows.emplace_back("mesh", mesh);
  result.rows.emplace_back("memory", memory_text(*expected));
  result.rows.emplace_back("disk", disk_text(default_folder(scene.file), scene, *expected));
  result.rows.emplace_back("time", time_text(scene, *expected));
  result.rows.emplace_back("solver", solver_text(scene));
  result.rows.emplace_back("output", output_text(scene));
  result.warnings = linted->warnings;
  if (Status fits = check_disk_space(default_folder(scene.file), scene, *expected, -1, 0); !fits)
    result.warnings.push_back(fits.error().message);
  result.refused = refuse_if_too_large(scene, *expected);
  if (!result.refused && expected->particles < kTryParticles)
    if (const Result<Simulation> trial = Simulation::create(scene, 1); !trial) result.refused = trial.error();
  return result;
}

// The first lines of the tables of a run: of stats.jsonl one with every key, of the others the heading.
std::string tables_json(const Scene& scene) {
  FrameReport report;
  report.substeps = 1;
  report.particles = 1;
  if (scene.is_smoke()) report.smoke.emplace().smoke = 1.0;
  JsonObject tables;
  tables.add_json("stats.jsonl", stats_line(report, scene.dimension()));
  for (const ProbeTable& table : probe_tables(scene)) tables.add(table.file, table.header);
  return tables.text();
}

std::string json_of_check(const Scene& scene, const SceneCheck& check) {
  JsonObject rows;
  for (const auto& [name, text] : check.rows) rows.add(name, text);
  JsonObject object;
  object.add("title", scene.title).add("scene_file", scene.file).add_json("scene", json_of(scene, 2));
  const Vec3d cells = Vec3d::from(scene.domain.cells());
  object.add_json("cells", json_array(std::span(cells.at).first(static_cast<std::size_t>(scene.dimension()))));
  object.add("cell_size", scene.domain.cell()).add_json("rows", rows.text()).add_json("tables", tables_json(scene));
  object.add_json("warnings", json_array(check.warnings));
  return object.indented_text();
}

}  // namespace

Result<SceneCheck> check_scene(const Scene& scene) {
  return no_throw("checking a scene", [&] { return check(scene); });
}

Result<std::string> to_json(const Scene& scene, const SceneCheck& check) {
  return no_throw("writing a check as JSON", [&]() -> Result<std::string> { return json_of_check(scene, check); });
}

}  // namespace spindrift
