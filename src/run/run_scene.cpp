// Simulates a scene into a folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/no_throw.h"
#include "exec/memory.h"
#include "formats/files/checksum_list.h"
#include "run/checkpoint_clock.h"
#include "run/pictures/make_movie.h"
#include "run/report/run_report.h"
#include "run/resume.h"
#include "run/run_folder.h"
#include "run/run_json.h"
#include "run/run_writer.h"
#include "scene/scene_writer.h"
#include "spindrift/run.h"
#include "spindrift/version.h"

namespace spindrift {
namespace {

RunRecord begin_record(const Scene& scene, const RunOptions& options, int threads) {
  RunRecord record;
  record.version = version();
  record.title = scene.title;
  record.scene_file = scene.file;
  record.overrides = options.overrides;
  record.scene_json = json_of(scene, 2);
  record.dimension = scene.dimension();
  record.is_smoke = scene.is_smoke();
  record.cells = scene.domain.cells();
  record.threads = threads;
  return record;
}

// Calls visit(shape) for each mesh of a shape, or of a scene.
template <class Visit>
void for_each_mesh(ShapeSettings& shape, const Visit& visit) {
  if (shape.kind == ShapeSettings::Kind::kMesh) visit(shape);
  for (ShapeSettings& part : shape.parts) for_each_mesh(part, visit);
}
template <class Visit>
void for_each_mesh(Scene& scene, const Visit& visit) {
  for (LiquidSettings& liquid : scene.liquids) for_each_mesh(liquid.shape, visit);
  for (SolidSettings& solid : scene.solids) for_each_mesh(solid.shape, visit);
  for (SourceSettings& source : scene.sources) for_each_mesh(source.shape, visit);
  for (DrainSettings& drain : scene.drains) for_each_mesh(drain.shape, visit);
}

// The scene's copy in the run's folder finds its meshes from there.
Scene with_whole_paths(Scene scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  for_each_mesh(scene,
                [&](ShapeSettings& shape) { shape.file = std::filesystem::absolute(folder / shape.file).string(); });
  return scene;
}

Status check_meshes(Scene& scene) {
  bool have_files = true;
  for_each_mesh(scene, [&](const ShapeSettings& shape) { have_files &= !shape.file.empty(); });
  if (have_files) return Done{};
  return Error{ErrorCode::kBadInput, "a mesh that was made in code needs a 'file' too, which a run can refer to"};
}

// A run under way: who simulates, who writes, who watches.
struct Run {
  const Scene& scene;
  const RunFolder& folder;
  Simulation& simulation;
  RunWatcher& watcher;
  RunRecord record;
  std::map<std::string, FileSum> written{};  // files of the whole run, by path

  Status write(const std::string& path, const std::string& text) { return keep(path, write_file(path, text)); }
  Status keep(const std::string& path, const Result<FileSum>& sum) {
    if (!sum) return sum.error();
    written[path] = *sum;
    return Done{};
  }
};

// One frame's results to the writer, the totals and the watcher; a checkpoint when one is due.
Status take_frame(Run& run, FrameReport& report, RunWriter& writer, CheckpointClock& clock) {
  if (Status written = writer.write(run.simulation, report); !written) return written;
  add_frame(run.record.totals, report);
  run.watcher.frame_end(report);
  return clock.is_due(report.frame) ? writer.write_checkpoint(run.simulation, run.record.totals) : Status(Done{});
}

// Frame after frame until the last one, an interrupt or an error. Frame 0 is the initial state.
Status simulate(Run& run, RunWriter& writer) {
  const int frames = run.scene.time.frames;
  CheckpointClock clock(run.scene.checkpoint);
  if (!run.record.resumed_at) {
    Result<FrameReport> report = run.simulation.measure();
    if (!report) return report.error();
    if (Status taken = take_frame(run, *report, writer, clock); !taken) return taken;
  }
  while (run.simulation.frame() < frames && !run.watcher.should_stop()) {
    Result<FrameReport> report = run.simulation.advance_frame(&run.watcher);
    if (!report) return report.error();
    if (report->interrupted) break;
    if (Status taken = take_frame(run, *report, writer, clock); !taken) return taken;
  }
  run.record.finished = run.simulation.frame() >= frames;
  run.record.interrupted = !run.record.finished;
  if (!run.record.interrupted && !run.scene.checkpoint.is_on()) return Done{};
  return writer.write_checkpoint(run.simulation, run.record.totals);
}

constexpr double kNotableDrift = 0.05;

void warn_about(const RunTotals& totals, int dimension, RunWatcher& watcher) {
  const auto warn = [&](const std::string& message) { watcher.warning(message); };
  if (std::abs(totals.largest_volume_drift) > kNotableDrift)
    warn(fmt::format(
        "the liquid's volume was off by up to {:+.0f} % (volume_drift in stats.jsonl); look for walls thinner than "
        "a cell, liquid without room, or too few sub-steps",
        100.0 * totals.largest_volume_drift));
  if (totals.unconverged_frames > 0)
    warn(fmt::format("the pressure solver missed its tolerance in {} of {} frames (largest residual {:.2g})",
                     totals.unconverged_frames, totals.frames, totals.largest_pressure_residual));
  if (totals.unconverged_viscosity_frames > 0)
    warn(fmt::format("the viscosity solver missed its tolerance in {} of {} frames (largest residual {:.2g})",
                     totals.unconverged_viscosity_frames, totals.frames, totals.largest_viscosity_residual));
  if (totals.fallback_frames > 0)
    warn(fmt::format("multigrid stalled in {} of {} frames, and pcg took over", totals.fallback_frames, totals.frames));
  if (totals.unmet_inflow > 0.0)
    warn(
        fmt::format("sources found no room for {:.3g} {} of what their rates ask for; let them be larger or faster, or "
                    "the rate lower",
                    totals.unmet_inflow, dimension == 2 ? "m^2" : "m^3"));
  if (totals.escaped_particles > 0)
    warn(fmt::format("up to {} particles were inside solids or outside the domain", totals.escaped_particles));
}

// What is made of a run's frames when it has ended.
Result<RunOutcome> close(Run& run, RunWriter& writer) {
  warn_about(run.record.totals, run.record.dimension, run.watcher);
  const auto report =
      write_report(run.folder, run.scene, writer.pictures(), writer.quick_views(), run.simulation.threads());
  if (Status reported = run.keep(run.folder.report(), report); !reported) run.watcher.warning(reported.error().message);
  const Result<Movie> movie = make_movie(run.folder, run.scene, writer.pictures(), run.watcher);
  if (!movie) run.watcher.warning(movie.error().message);  // without one the run is still good
  if (Status listed = writer.list_single_files(run.written); !listed) return listed.error();
  RunOutcome outcome;
  outcome.folder = run.folder.path();
  outcome.report = run.folder.report();
  if (movie && *movie == Movie::kMade) outcome.movie = run.folder.movie();
  outcome.interrupted = run.record.interrupted || (movie && *movie == Movie::kInterrupted);
  outcome.frames = run.scene.time.frames;
  outcome.totals = run.record.totals;
  outcome.output = run.record.output;
  return outcome;
}

// The scene has been accepted and the simulation stands: write, run, and see what came of it.
Result<RunOutcome> run_into(Run run) {
  if (Status written = run.write(run.folder.record(), run_json(run.record)); !written) return written.error();
  const std::string scene_text = std::string(kRunSceneStart) + toml_of(with_whole_paths(run.scene));
  if (Status written = run.write(run.folder.scene(), scene_text); !written) return written.error();
  auto writer = RunWriter::create(run.scene, run.folder, run.simulation.threads(), run.record.resumed_at);
  if (!writer) return writer.error();
  run.watcher.run_begin(run.scene, run.simulation, run.record.resumed_at.has_value());

  Status outcome = no_throw("simulating a scene", [&] { return simulate(run, **writer); });
  if (const Status finished = (*writer)->finish(); !finished && outcome) outcome = finished;
  if (!outcome) run.record.error = outcome.error().message;
  run.record.totals.peak_rss_bytes = peak_rss_bytes();
  run.record.output = (*writer)->totals();
  const Status closed = run.write(run.folder.record(), run_json(run.record));
  if (!outcome) return outcome.error();
  if (!closed) return closed.error();
  return close(run, **writer);
}

// Goes on from a checkpoint.
Result<RunOutcome> resume_into(const std::string& path, const Scene& scene, RunCheckpoint saved,
                               const RunOptions& options, RunWatcher& watcher) {
  const int frame = saved.totals.frames;
  if (frame > scene.time.frames)
    return Error{ErrorCode::kBadInput,
                 fmt::format("cannot resume: the run has reached frame {} already, and {} are asked for", frame,
                             scene.time.frames)};
  Result<Simulation> simulation = Simulation::resume(scene, saved.state, options.threads);
  if (!simulation) return simulation.error();
  saved.state.sections.clear();
  const RunFolder before = RunFolder::existing(path);
  for (const std::string& file : {before.stats(), before.probes(), before.memory()})
    if (Status whole = check_as_written(file); !whole)
      watcher.warning(fmt::format("{}: {}", file, whole.error().message));
  Result<RunFolder> folder = RunFolder::reopen(path, output_subfolders(scene), frame);
  if (!folder) return folder.error();
  RunRecord record = begin_record(scene, options, simulation->threads());
  record.totals = std::move(saved.totals);
  record.resumed_at = frame;
  return run_into({scene, *folder, *simulation, watcher, std::move(record)});
}

Result<RunOutcome> start_run(Scene scene, const RunOptions& options, RunWatcher& watcher) {
  if (options.frames > 0) scene.time.frames = options.frames;
  if (Status possible = check_outputs(scene); !possible) return possible.error();
  if (Status possible = check_meshes(scene); !possible) return possible.error();
  const std::string path = options.folder.empty() ? default_folder(scene.file) : options.folder;
  if (Status writable = RunFolder::check(path); !writable) return writable.error();
  Result<Estimate> expected = estimate(scene);
  if (!expected) return expected.error();
  for (const std::string& warning : expected->warnings) watcher.warning(warning);
  if (options.resume) {
    auto saved = find_checkpoint(path, scene, watcher);
    if (!saved) return saved.error();
    if (*saved) return resume_into(path, scene, std::move(**saved), options, watcher);
    watcher.warning(fmt::format("there is no checkpoint in {} to resume from; starting at frame 0", path));
  }
  Result<Simulation> simulation = Simulation::create(scene, options.threads);
  if (!simulation) return simulation.error();
  Result<RunFolder> folder = RunFolder::open(path, output_subfolders(scene));
  if (!folder) return folder.error();
  return run_into({scene, *folder, *simulation, watcher, begin_record(scene, options, simulation->threads())});
}

}  // namespace

Result<RunOutcome> run_scene(const Scene& scene, const RunOptions& options, RunWatcher* watcher) {
  RunWatcher nobody;
  return no_throw("running a scene", [&] { return start_run(scene, options, watcher ? *watcher : nobody); });
}

}  // namespace spindrift
