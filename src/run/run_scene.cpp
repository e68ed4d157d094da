// Simulates a scene into a folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/no_throw.h"
#include "base/timer.h"
#include "exec/memory.h"
#include "formats/files/folder_lock.h"
#include "formats/files/manifest.h"
#include "keys/key_list.h"
#include "lint/lint.h"
#include "output/estimate_disk.h"
#include "output/frame_outputs.h"
#include "run/movie.h"
#include "run/report/run_report.h"
#include "run/resume.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/run_writer.h"
#include "run/scene_meshes.h"
#include "scene/scene_text.h"
#include "settings/outputs.h"
#include "spindrift/run.h"
#include "spindrift/scene.h"
#include "spindrift/scene_file.h"
#include "spindrift/version.h"

namespace spindrift {

namespace {

// When the next checkpoint is due.
class CheckpointClock {
 public:
  explicit CheckpointClock(const CheckpointSettings& settings) : settings_(settings) {}

  // After a frame. The time starts again when this returns true.
  bool is_due(int frame) {
    const bool by_frames = settings_.every_frames > 0 && frame > 0 && frame % settings_.every_frames == 0;
    const bool by_time = settings_.every_minutes > 0.0 && wall_seconds() - last_ >= 60.0 * settings_.every_minutes;
    if (!by_frames && !by_time) return false;
    last_ = wall_seconds();
    return true;
  }

 private:
  CheckpointSettings settings_;
  double last_ = wall_seconds();
};

// The scene and the options of a run, with the meshes as they were read.
struct Wanted {
  const Scene& scene;
  MeshSums meshes;
  const RunOptions& options;
};

RunRecord begin_record(const Wanted& wanted, int threads) {
  const auto& [scene, meshes, options] = wanted;
  RunRecord record;
  record.mesh_checksums = meshes;
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

// A run under way: who simulates, who writes, who watches.
struct Run {
  const Scene& scene;
  const RunFolder& folder;
  Simulation& simulation;
  RunWatcher& watcher;
  Manifest manifest;
  RunRecord record;
};

// One frame's results to the writer, the totals and the watcher; a checkpoint when one is due.
Status take_frame(Run& run, FrameReport& report, RunWriter& writer, CheckpointClock& clock) {
  if (Status written = writer.write(run.simulation, report); !written) return written;
  add_frame(run.record.totals, report);
  run.watcher.frame_end(report);
  return clock.is_due(report.frame)
             ? writer.write_checkpoint(run.simulation, run.record.mesh_checksums, run.record.totals)
             : Status(Done{});
}

// Frame after frame until the last one, an interrupt or an error. Frame 0 is the initial state.
Status simulate(Run& run, RunWriter& writer) {
  const int frames = run.scene.time.frames;
  CheckpointClock clock(run.scene.checkpoint);
  const auto read_probes = [&] { return writer.probes().read(run.simulation); };
  if (run.record.resumed_at) {
    writer.probes().start_at(run.simulation);
  } else {
    Result<FrameReport> report = run.simulation.measure();
    if (!report) return report.error();
    if (Status read = read_probes(); !read) return read;
    if (Status taken = take_frame(run, *report, writer, clock); !taken) return taken;
  }
  while (run.simulation.frame() < frames && !run.watcher.should_stop()) {
    Result<FrameReport> report = run.simulation.advance_frame(&run.watcher, read_probes);
    if (!report) return report.error();
    if (report->interrupted) break;
    if (Status taken = take_frame(run, *report, writer, clock); !taken) return taken;
  }
  run.record.finished = run.simulation.frame() >= frames;
  run.record.interrupted = !run.record.finished;
  if (!run.record.interrupted && !run.scene.checkpoint.is_on()) return Done{};
  return writer.write_checkpoint(run.simulation, run.record.mesh_checksums, run.record.totals);
}

std::vector<std::string> run_subfolders(const Scene& scene) {
  std::vector<std::string> names = output_subfolders(scene);
  names.emplace_back("checkpoints");
  return names;
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

// Of a recording: what it asks for beyond what was run.
void warn_about_commands(const Run& run) {
  if (!run.record.finished) return;
  if (const auto left = static_cast<std::size_t>(run.simulation.commands_to_come()); left > 0)
    run.watcher.warning(fmt::format(
        "the last {} of {} commands were not reached: they come at step {} and later, and the run ended with step {}; "
        "time.frames is too small for them",
        left, run.scene.commands.size(), run.scene.commands[run.scene.commands.size() - left].step,
        run.simulation.step()));
  if (const int asked = run.simulation.scene().time.frames; asked != run.scene.time.frames)
    run.watcher.warning(fmt::format(
        "a command sets time.frames to {}, which a run does not follow: it has the {} that it began with; --frames "
        "{} makes it so long",
        asked, run.scene.time.frames, asked));
}

// What is made of a run's frames when it has ended.
Result<RunOutcome> close(Run& run, RunWriter& writer) {
  warn_about(run.record.totals, run.record.dimension, run.watcher);
  warn_about_commands(run);
  if (Status listed = writer.list_tables(); !listed) return listed.error();
  const std::vector<std::string> pictures = run.folder.pictures();
  const Status reported =
      write_report(run.folder, run.scene, pictures, writer.quick_views(), run.simulation.threads(), run.manifest);
  const Result<Movie> movie = make_movie(run.folder, run.scene, pictures, run.manifest, run.watcher);
  if (!movie) run.watcher.warning(movie.error().message);  // without one the run is still good
  if (!reported) return missing_report(run.folder, reported.error());
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
Result<RunOutcome> run_into(Run run, const std::optional<RunWriter::Resumed>& resumed) {
  if (Status written = run.manifest.write(run.folder.record(), run_json(run.record)); !written) return written.error();
  const std::string scene_text = std::string(kRunSceneStart) + toml_of(with_whole_paths(run.scene));
  if (Status written = run.manifest.write(run.folder.scene(), scene_text); !written) return written.error();
  const Result<Scene> shown = played_scene(run.scene);  // a recording's own solids and those that its commands made
  if (!shown) return shown.error();
  auto writer = RunWriter::create(*shown, run.folder, run.manifest, run.simulation.threads(), resumed);
  if (!writer) return writer.error();
  run.watcher.run_begin(run.scene, run.simulation, run.record.resumed_at.has_value());

  Status outcome = no_throw("simulating a scene", [&] { return simulate(run, **writer); });
  if (const Status finished = (*writer)->finish(); !finished && outcome) outcome = finished;
  if (!outcome) {
    run.record.error = outcome.error().message;
    run.record.finished = false;  // frames that were simulated may not be on the disk
  }
  run.record.totals.peak_rss_bytes = peak_rss_bytes();
  run.record.output = (*writer)->totals();
  const Status closed = run.manifest.write(run.folder.record(), run_json(run.record));
  if (!outcome) {
    if (const auto saved = RunFolder::checkpoints(run.folder.path()); !saved.empty())
      run.watcher.warning(
          fmt::format("{} is kept: use --resume to continue from it once the cause is gone", saved.front()));
    return outcome.error();
  }
  if (!closed) return closed.error();
  return close(run, **writer);
}

Result<RunOutcome> resume_into(const std::string& path, const Wanted& wanted, RunCheckpoint saved,
                               RunWatcher& watcher) {
  const Scene& scene = wanted.scene;
  if (Status possible = check_can_continue(RunFolder::existing(path), scene, saved, watcher); !possible)
    return possible.error();
  Result<Simulation> simulation = Simulation::resume(scene, saved.state, wanted.options.threads);
  if (!simulation) return simulation.error();
  saved.state.sections.clear();
  const int frame = saved.totals.frames;
  Result<RunFolder> folder = RunFolder::reopen(path, run_subfolders(scene), frame);
  if (!folder) return folder.error();
  Result<Manifest> manifest = Manifest::open(path);
  if (!manifest) return manifest.error();
  RunRecord record = begin_record(wanted, simulation->threads());
  record.totals = std::move(saved.totals);
  record.resumed_at = frame;
  return run_into({scene, *folder, *simulation, watcher, std::move(*manifest), std::move(record)},
                  RunWriter::Resumed{frame, std::move(saved.tables)});
}

// Begins at frame 0 in an existing, locked folder, in place of what it holds.
Result<RunOutcome> begin_in(const std::string& path, const Wanted& wanted, Simulation& simulation,
                            RunWatcher& watcher) {
  const Scene& scene = wanted.scene;
  Result<RunFolder> folder = RunFolder::open(path, run_subfolders(scene));
  if (!folder) return folder.error();
  Result<Manifest> manifest = Manifest::open(path);
  if (!manifest) return manifest.error();
  RunRecord record = begin_record(wanted, simulation.threads());
  return run_into({scene, *folder, simulation, watcher, std::move(*manifest), std::move(record)}, {});
}

// A new folder is created and locked last, so that a refused scene leaves none behind.
Result<RunOutcome> begin_in_new_folder(const std::string& path, const Wanted& wanted, Simulation& simulation,
                                       RunWatcher& watcher) {
  std::error_code ignored;  // the lock reports it
  std::filesystem::create_directories(path, ignored);
  const Result<FolderLock> lock = FolderLock::take(path);
  if (!lock) return lock.error();
  if (!RunFolder::files(path).empty())
    return Error{ErrorCode::kBadInput, fmt::format("another run has begun in the folder {} meanwhile", path)};
  return begin_in(path, wanted, simulation, watcher);
}

std::int64_t bytes_of_files(const std::string& path) {
  std::int64_t bytes = 0;
  for (const std::string& file : RunFolder::files(path)) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(std::filesystem::path(path) / file, error);
    if (!error) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

// Commands refer to sub-steps by number, and the number of sub-steps depends on every simulated key.
void note_steps_of_commands(const Wanted& wanted, RunWatcher& watcher) {
  if (wanted.scene.commands.empty()) return;
  for (const std::string& text : wanted.options.overrides)
    if (facts_of(text.substr(0, text.find('='))).effect == Affects::kFluid)
      watcher.warning(
          fmt::format("commands of a recording come before sub-steps by number, so with {} they come at other "
                      "times; a recording that was saved as a scene has them at theirs",
                      text));
}

// Particles of a lattice fill a shape to within half a layer.
Status note_volume(const Scene& scene, RunWatcher& watcher) {
  constexpr double kNotableSurplus = 0.005;
  const auto found = seeded_volume(scene);
  if (!found) return found.error();
  if (!*found || std::abs((*found)->surplus()) <= kNotableSurplus) return Done{};
  const SeededVolume& volume = **found;
  const char* const unit = scene.dimension() == 2 ? "m^2" : "m^3";
  const bool may_fill = scene.particles.packing != Packing::kHexagonal && scene.particles.filling != Filling::kVolume;
  watcher.note(fmt::format(
      "the liquids' shapes hold {:.5g} {}, and their particles fill {:.5g} {} ({:+.1f} %): a surface lies between two "
      "layers{}",
      volume.asked, unit, volume.seeded, unit, 100.0 * volume.surplus(),
      may_fill ? "; particles.filling = \"volume\" comes closer" : ""));
  return Done{};
}

// The folder is locked if it exists.
Result<RunOutcome> start_in(const std::string& path, bool is_there, const Wanted& wanted, RunWatcher& watcher) {
  const auto& [scene, meshes, options] = wanted;
  const Result<Beginning> beginning = choose_beginning(path, scene, options, watcher);
  if (!beginning) return beginning.error();
  if (*beginning != Beginning::kResumed)
    if (Status safe = RunFolder::check_holds_none_of(path, mesh_files(scene)); !safe) return safe.error();
  note_steps_of_commands(wanted, watcher);
  const auto linted = lint(scene);
  if (!linted) return linted.error();
  const Estimate* const expected = &linted->estimate;
  for (const std::string& warning : linted->warnings) watcher.warning(warning);
  if (const auto too_large = refuse_if_too_large(scene, *expected)) return *too_large;
  const auto check_disk = [&](int done_frame, std::int64_t removed_bytes) -> Status {
    if (wanted.options.ignore_disk_space) return Done{};
    return check_disk_space(path, wanted.scene, *expected, done_frame, removed_bytes);
  };
  if (*beginning == Beginning::kResumed) {
    auto saved = find_checkpoint(path, scene, meshes, watcher);
    if (!saved) return saved.error();
    if (Status fits = check_disk(saved->totals.frames, 0); !fits) return fits.error();
    return resume_into(path, wanted, std::move(*saved), watcher);
  }
  if (Status fits = check_disk(-1, bytes_of_files(path)); !fits) return fits.error();
  if (Status looked = note_volume(scene, watcher); !looked) return looked.error();
  Result<Simulation> simulation = Simulation::create(scene, options.threads);
  if (!simulation) return simulation.error();
  return is_there ? begin_in(path, wanted, *simulation, watcher)
                  : begin_in_new_folder(path, wanted, *simulation, watcher);
}

// `--resume` and `render` read the scene that a run has written; one that was made in code may have what no file can.
Status check_can_be_read_again(const Scene& scene) {
  const auto read = parse_scene(toml_of(scene), scene.file);
  if (read) return Done{};
  Error error = read.error();
  if (error.code == ErrorCode::kBadInput)
    error.message = "the scene cannot be written to a file and read again: " + error.message;
  error.place = {};  // the text exists only here
  return error;
}

Result<RunOutcome> start_run(Scene scene, const RunOptions& options, RunWatcher& watcher) {
  if (options.frames < 0) return Error{ErrorCode::kBadInput, "a run cannot have fewer frames than none"};
  if (options.frames > 0) scene.time.frames = options.frames;
  if (Status possible = check_outputs(scene); !possible) return possible.error();
  if (Status possible = check_meshes(scene); !possible) return possible.error();
  if (Status written = check_can_be_read_again(scene); !written) return written.error();
  Result<MeshSums> meshes = mesh_checksums(scene);
  if (!meshes) return meshes.error();
  const Wanted wanted{scene, std::move(*meshes), options};
  const std::string path = options.folder.empty() ? default_folder(scene.file) : options.folder;
  if (Status writable = RunFolder::check(path); !writable) return writable.error();
  std::error_code ignored;  // check() has looked
  if (!std::filesystem::is_directory(path, ignored)) return start_in(path, /*is_there=*/false, wanted, watcher);
  const Result<FolderLock> lock = FolderLock::take(path);
  if (!lock) return lock.error();
  return start_in(path, /*is_there=*/true, wanted, watcher);
}

}  // namespace

Result<RunOutcome> run_scene(const Scene& scene, const RunOptions& options, RunWatcher* watcher) {
  RunWatcher silent;
  return no_throw("running a scene", [&] { return start_run(scene, options, watcher ? *watcher : silent); });
}

}  // namespace spindrift
