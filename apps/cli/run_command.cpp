// spindrift run: simulates a scene and writes frames, statistics and a movie.
#include <fmt/format.h>

#include <cmath>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "cli/run_writer.h"
#include "cli/scene_choice.h"
#include "base/memory.h"
#include "io/movie.h"
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
  record.cells = scene.domain.cells();
  record.threads = threads;
  return record;
}

// Frame after frame until the last one, an interrupt or an error. Frame 0 is the initial state.
Status simulate(Simulation& simulation, RunWriter& writer, int frames, bool is_quiet, RunRecord& record) {
  Progress progress(frames, is_quiet);
  InterruptObserver observer;
  FrameReport report = simulation.measure();
  while (true) {
    if (Status written = writer.write(simulation, report); !written) return written;
    record.totals.add(report);
    progress.show(report);
    if (report.frame >= frames) break;
    if (is_interrupted()) {
      record.interrupted = true;
      return Done{};
    }
    Result<FrameReport> next = simulation.advance_frame(&observer);
    if (!next) return next.error();
    if (next->interrupted) {
      record.interrupted = true;
      return Done{};
    }
    report = std::move(*next);
  }
  record.finished = true;
  return Done{};
}

// Whether there is a movie afterwards. Without one the run is still good.
bool make_movie(const Scene& scene, const RunFolder& folder, const std::vector<std::string>& pictures) {
  if (!scene.output.movie || pictures.empty()) return false;
  if (!has_ffmpeg()) {
    warn("no movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there");
    return false;
  }
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / scene.output.every);
  if (!made) warn(made.error().message);
  return static_cast<bool>(made);
}

constexpr double kNotableDrift = 0.05;

void warn_about(const RunTotals& totals) {
  if (std::abs(totals.largest_volume_drift) > kNotableDrift)
    warn(fmt::format("the liquid's volume was off by up to {:+.0f} % (volume_drift in stats.jsonl); look for walls thinner than "
                     "a cell, liquid without room, or too few sub-steps",
                     100.0 * totals.largest_volume_drift));
  if (totals.unconverged_frames > 0)
    warn(fmt::format("the pressure solver missed its tolerance in {} of {} frames (largest residual {:.2g})",
                     totals.unconverged_frames, totals.frames, totals.largest_pressure_residual));
  if (totals.fallback_frames > 0)
    warn(fmt::format("multigrid stalled in {} of {} frames, and pcg took over", totals.fallback_frames, totals.frames));
  if (totals.escaped_particles > 0)
    warn(fmt::format("up to {} particles were inside solids or outside the domain", totals.escaped_particles));
}

void say_start(const Scene& scene, const Simulation& simulation) {
  say(fmt::format("{}: {} cells, {} particles, {} thread{}", scene.title.empty() ? scene.file : scene.title,
                  grid_text(scene.domain.cells(), scene.dimension()), grouped(simulation.particle_count()),
                  simulation.threads(), simulation.threads() == 1 ? "" : "s"));
}

void say_end(const RunRecord& record, const RunFolder& folder, bool has_movie) {
  const RunTotals& totals = record.totals;
  say(fmt::format("{} frames ({:.4g} s) simulated in {}", totals.frames, totals.time,
                  duration_text(totals.wall_seconds)));
  say(fmt::format("results in {}{}", folder.path(), has_movie ? " (watch " + folder.movie() + ")" : ""));
}

// The scene has been accepted and the simulation stands: write, run, and say what came of it.
int run_into(const RunFolder& folder, const Scene& scene, Simulation& simulation, const RunOptions& options) {
  RunRecord record = begin_record(scene, options, simulation.threads());
  if (Status written = write_file(folder.record(), run_json(record)); !written) return fail(written.error());
  Result<RunWriter> writer = RunWriter::create(scene, folder);
  if (!writer) return fail(writer.error());
  if (!options.is_quiet) say_start(scene, simulation);

  const Status outcome = simulate(simulation, *writer, scene.time.frames, options.is_quiet, record);
  if (!outcome) record.error = outcome.error().message;
  record.totals.peak_rss_bytes = peak_rss_bytes();
  const Status closed = write_file(folder.record(), run_json(record));
  if (!outcome) return fail(outcome.error());
  if (!closed) return fail(closed.error());

  warn_about(record.totals);
  const bool has_movie = make_movie(scene, folder, writer->pictures());
  if (!options.is_quiet) say_end(record, folder, has_movie);
  if (!record.interrupted) return kDone;
  warn(fmt::format("interrupted after frame {} of {}", record.totals.frames, scene.time.frames));
  return kInterruptedExit;
}

}  // namespace

int run_command(const RunOptions& options) {
  Result<Scene> scene = load_scene(options.scene);
  if (!scene) return fail(scene.error());
  if (options.frames > 0) scene->time.frames = options.frames;
  const std::string path = options.folder.empty() ? default_folder(scene->file) : options.folder;
  if (Status writable = RunFolder::check(path); !writable) return fail(writable.error());

  watch_for_interrupts();
  Result<Estimate> expected = estimate(*scene);
  if (!expected) return fail(expected.error());
  for (const std::string& warning : expected->warnings) warn(warning);
  Result<Simulation> simulation = Simulation::create(*scene, options.threads);
  if (!simulation) return fail(simulation.error());
  Result<RunFolder> folder = RunFolder::open(path, output_subfolders(*scene));
  if (!folder) return fail(folder.error());
  return run_into(*folder, *scene, *simulation, options);
}

}  // namespace spindrift
