// spindrift run: simulates a scene and writes frames, statistics and a movie.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "base/memory.h"
#include "cli/checkpoint_clock.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/make_movie.h"
#include "cli/progress.h"
#include "cli/resume.h"
#include "cli/run_folder.h"
#include "cli/run_report.h"
#include "cli/run_writer.h"
#include "cli/scene_choice.h"
#include "io/checksum_list.h"
#include "io/run_json.h"
#include "io/scene_writer.h"

namespace spindrift {
namespace {

class InterruptObserver : public Observer {
 public:
  bool should_stop() override { return is_interrupted(); }
};

RunRecord begin_record(const Scene& scene, const RunOptions& options, int threads) {
  RunRecord record;
  record.version = SPINDRIFT_VERSION;
  record.title = scene.title;
  record.scene_file = scene.file;
  record.overrides = options.scene.overrides;
  record.scene_json = scene_to_json(scene, 2);
  record.dimension = scene.dimension();
  record.is_smoke = scene.is_smoke();
  record.cells = scene.domain.cells();
  record.threads = threads;
  return record;
}

void make_whole(ShapeSettings& shape, const std::filesystem::path& folder) {
  if (shape.kind == ShapeSettings::Kind::kMesh) shape.file = std::filesystem::absolute(folder / shape.file).string();
  for (ShapeSettings& part : shape.parts) make_whole(part, folder);
}

// The scene's copy in the run's folder finds its meshes from there.
Scene with_whole_paths(Scene scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  for (LiquidSettings& liquid : scene.liquids) make_whole(liquid.shape, folder);
  for (SolidSettings& solid : scene.solids) make_whole(solid.shape, folder);
  for (SourceSettings& source : scene.sources) make_whole(source.shape, folder);
  for (DrainSettings& drain : scene.drains) make_whole(drain.shape, folder);
  return scene;
}

// One frame's results to the writer, the totals and the screen; a checkpoint when one is due.
Status take_frame(const Simulation& simulation, FrameReport& report, RunWriter& writer, CheckpointClock& clock,
                  Progress& progress, RunTotals& totals) {
  if (Status written = writer.write(simulation, report); !written) return written;
  totals.add(report);
  progress.show(report);
  return clock.is_due(report.frame) ? writer.write_checkpoint(simulation, totals) : Status(Done{});
}

// Frame after frame until the last one, an interrupt or an error. Frame 0 is the initial state.
Status simulate(Simulation& simulation, RunWriter& writer, const Scene& scene, bool is_quiet, RunRecord& record) {
  const int frames = scene.time.frames;
  Progress progress(frames, is_quiet);
  InterruptObserver observer;
  CheckpointClock clock(scene.checkpoint);
  auto take = [&](FrameReport& report) {
    return take_frame(simulation, report, writer, clock, progress, record.totals);
  };
  if (!record.resumed_at) {
    FrameReport report = simulation.measure();
    if (Status taken = take(report); !taken) return taken;
  }
  while (simulation.frame() < frames && !is_interrupted()) {
    Result<FrameReport> report = simulation.advance_frame(&observer);
    if (!report) return report.error();
    if (report->interrupted) break;
    if (Status taken = take(*report); !taken) return taken;
  }
  record.finished = simulation.frame() >= frames;
  record.interrupted = !record.finished;
  if (!record.interrupted && !scene.checkpoint.is_on()) return Done{};
  return writer.write_checkpoint(simulation, record.totals);
}

constexpr double kNotableDrift = 0.05;

void warn_about(const RunTotals& totals, int dimension) {
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

void say_start(const Scene& scene, const Simulation& simulation, const RunRecord& record) {
  const std::string amount = scene.is_smoke() ? "smoke" : grouped(simulation.particle_count()) + " particles";
  say(fmt::format("{}: {} cells, {}, {} thread{}{}", scene.title.empty() ? scene.file : scene.title,
                  grid_text(scene.domain.cells(), scene.dimension()), amount, simulation.threads(),
                  simulation.threads() == 1 ? "" : "s",
                  record.resumed_at ? fmt::format(", resumed after frame {}", *record.resumed_at) : ""));
}

// 1.2 GB
std::string bytes_text(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000.0 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000.0;
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

void say_end(const RunRecord& record, const RunFolder& folder, bool has_movie) {
  const RunTotals& totals = record.totals;
  const OutputTotals& output = record.output;
  say(fmt::format("{} frames ({:.4g} s) simulated in {}", totals.frames, totals.time,
                  duration_text(totals.wall_seconds)));
  if (output.files > 0)
    say(fmt::format("{} files, {}, made in {} and written in {}; the simulation waited {} for them",
                    grouped(output.files), bytes_text(static_cast<double>(output.bytes)),
                    duration_text(output.make_seconds), duration_text(output.write_seconds),
                    duration_text(output.wait_seconds)));
  say(fmt::format("results in {} (open {}{})", folder.path(), folder.report(),
                  has_movie ? ", watch " + folder.movie() : ""));
}

// The scene has been accepted and the simulation stands: write, run, and say what came of it.
int run_into(const RunFolder& folder, const Scene& scene, Simulation& simulation, RunRecord record, bool is_quiet) {
  if (Status written = write_file(folder.record(), run_json(record)); !written) return fail(written.error());
  const std::string scene_text = std::string(kRunSceneStart) + scene_to_toml(with_whole_paths(scene));
  if (Status written = write_file(folder.scene(), scene_text); !written) return fail(written.error());
  auto writer = RunWriter::create(scene, folder, simulation.threads(), record.resumed_at);
  if (!writer) return fail(writer.error());
  if (!is_quiet) say_start(scene, simulation, record);

  Status outcome = simulate(simulation, **writer, scene, is_quiet, record);
  if (const Status finished = (*writer)->finish(); !finished && outcome) outcome = finished;
  if (!outcome) record.error = outcome.error().message;
  record.totals.peak_rss_bytes = peak_rss_bytes();
  record.output = (*writer)->totals();
  const Status closed = write_file(folder.record(), run_json(record));
  if (!outcome) return fail(outcome.error());
  if (!closed) return fail(closed.error());

  warn_about(record.totals, record.dimension);
  if (Status reported =
          write_report(folder, scene, (*writer)->pictures(), (*writer)->quick_views(), simulation.threads());
      !reported)
    warn(reported.error().message);
  const Result<Movie> movie = make_movie(folder, scene, (*writer)->pictures());
  if (!movie) warn(movie.error().message);  // without one the run is still good
  if (Status listed = (*writer)->list_single_files(); !listed) return fail(listed.error());
  if (!is_quiet) say_end(record, folder, movie && *movie == Movie::kMade);
  if (!record.interrupted) return movie && *movie == Movie::kInterrupted ? kInterruptedExit : kDone;
  warn(fmt::format("interrupted after frame {} of {}; --resume goes on from there", record.totals.frames,
                   scene.time.frames));
  return kInterruptedExit;
}

// Goes on from a checkpoint.
int resume_into(const std::string& path, const Scene& scene, RunCheckpoint saved, const RunOptions& options) {
  const int frame = saved.totals.frames;
  if (frame > scene.time.frames)
    return fail(
        {ErrorCode::kBadInput, fmt::format("cannot resume: the run has reached frame {} already, and {} are asked for",
                                           frame, scene.time.frames)});
  Result<Simulation> simulation = Simulation::resume(scene, saved.state, options.threads);
  if (!simulation) return fail(simulation.error());
  saved.state.sections.clear();
  const RunFolder before = RunFolder::existing(path);
  for (const std::string& file : {before.stats(), before.probes(), before.memory()})
    if (Status whole = check_as_written(file); !whole) warn(fmt::format("{}: {}", file, whole.error().message));
  Result<RunFolder> folder = RunFolder::reopen(path, output_subfolders(scene), frame);
  if (!folder) return fail(folder.error());
  RunRecord record = begin_record(scene, options, simulation->threads());
  record.totals = std::move(saved.totals);
  record.resumed_at = frame;
  return run_into(*folder, scene, *simulation, std::move(record), options.is_quiet);
}

}  // namespace

int run_command(const RunOptions& options) {
  Result<Scene> scene = load_scene(options.scene);
  if (!scene) return fail(scene.error());
  if (options.frames > 0) scene->time.frames = options.frames;
  if (Status possible = check_outputs(*scene); !possible) return fail(possible.error());
  const std::string path = options.folder.empty() ? default_folder(scene->file) : options.folder;
  if (Status writable = RunFolder::check(path); !writable) return fail(writable.error());

  watch_for_interrupts();
  Result<Estimate> expected = estimate(*scene);
  if (!expected) return fail(expected.error());
  for (const std::string& warning : expected->warnings) warn(warning);
  if (options.is_resumed) {
    auto saved = find_checkpoint(path, *scene);
    if (!saved) return fail(saved.error());
    if (*saved) return resume_into(path, *scene, std::move(**saved), options);
    warn(fmt::format("there is no checkpoint in {} to resume from; starting at frame 0", path));
  }
  Result<Simulation> simulation = Simulation::create(*scene, options.threads);
  if (!simulation) return fail(simulation.error());
  Result<RunFolder> folder = RunFolder::open(path, output_subfolders(*scene));
  if (!folder) return fail(folder.error());
  return run_into(*folder, *scene, *simulation, begin_record(*scene, options, simulation->threads()), options.is_quiet);
}

}  // namespace spindrift
