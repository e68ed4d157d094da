// spindrift run and spindrift render; the scene that a command line names.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "spindrift/scene_file.h"
#include "spindrift/text.h"

namespace spindrift {

Result<Scene> load_scene(const SceneChoice& choice) {
  const Result<std::string> path = find_scene(choice.name);
  if (!path) {
    Error error = path.error();
    const bool is_a_name = choice.name.find_first_of("/.") == std::string::npos;
    const char* between = error.message.ends_with("?") ? " " : "; ";
    if (is_a_name) error.message += between + std::string("'spindrift scenes' lists the scenes");
    return error;
  }
  std::error_code ignored;
  const std::string here = choice.name + ".toml";
  if (*path != choice.name && std::filesystem::exists(here, ignored) &&
      !std::filesystem::equivalent(here, *path, ignored))
    warn(fmt::format("'{}' is the scene {}; write '{}' for the file in this folder", choice.name, *path, here));
  return read_scene(*path, choice.overrides);
}

namespace {

// Prints what is run and its progress.
class RunReporter : public InterruptWatcher {
 public:
  explicit RunReporter(bool is_quiet) : is_quiet_(is_quiet) {}

  void run_begin(const Scene& scene, const Simulation& start, bool is_resumed) override {
    progress_.emplace(scene.time.frames, start.frame(), is_quiet_);
    if (is_quiet_) return;
    const std::string amount = scene.is_smoke() ? "smoke" : grouped(start.particle_count()) + " particles";
    say(fmt::format("{}: {} cells, {}, {} thread{}{}", scene.title.empty() ? scene.file : scene.title,
                    grid_text(scene.domain.cells(), scene.dimension()), amount, start.threads(),
                    start.threads() == 1 ? "" : "s",
                    is_resumed ? fmt::format(", resumed after frame {}", start.frame()) : ""));
  }
  void note(const std::string& message) override {
    if (!is_quiet_) say(message);
  }
  void frame_end(const FrameReport& report) override { progress_->show(report); }
  void warning(const std::string& message) override {
    if (progress_) progress_->clear();
    InterruptWatcher::warning(message);
  }
  void picture_end(const std::string& file, double wall_seconds) override {
    if (!is_quiet_) say(fmt::format("{}  {:.1f} s", file, wall_seconds));
  }
  void end() { progress_.reset(); }

 private:
  bool is_quiet_;
  std::optional<Progress> progress_;
};

void say_end(const RunOutcome& run, const Scene& scene) {
  const OutputTotals& output = run.output;
  say(fmt::format("{} frames ({:.4g} s) simulated in {}", run.totals.frames, run.totals.time,
                  duration_text(run.totals.wall_seconds)));
  if (output.files > 0)
    say(fmt::format("{} files, {}, made in {} and written in {}; the simulation waited {} for them",
                    grouped(output.files), bytes_text(static_cast<double>(output.bytes)),
                    duration_text(output.make_seconds), duration_text(output.write_seconds),
                    duration_text(output.wait_seconds)));
  say(fmt::format("results in {} (open {}{})", run.folder, run.report,
                  run.movie.empty() ? "" : ", watch " + run.movie));
  if (scene.dimension() == 3) say(fmt::format("for pictures and a movie: spindrift render {}", run.folder));
}

}  // namespace

int run_command(RunWords words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  watch_for_interrupts();
  RunReporter reporter(words.is_quiet);
  words.options.overrides = words.scene.overrides;
  const Result<RunOutcome> run = run_scene(*scene, words.options, &reporter);
  reporter.end();
  if (!run) return fail(run.error());
  if (!words.is_quiet) say_end(*run, *scene);
  if (run->totals.frames < run->frames)
    warn(fmt::format("interrupted after frame {} of {}; continue with --resume", run->totals.frames, run->frames));
  return run->interrupted ? interrupted_exit() : kDone;
}

int render_command(const RenderWords& words) {
  watch_for_interrupts();
  RunReporter reporter(words.is_quiet);
  const Result<RenderOutcome> outcome = render_run(words.folder, words.options, &reporter);
  if (!outcome) return fail(outcome.error());
  if (outcome->interrupted) return interrupted_exit();
  if (outcome->movie.empty() || words.is_quiet) return kDone;
  const bool is_partly_old = outcome->drawn < outcome->in_movie;
  say(outcome->movie +
      (is_partly_old ? fmt::format(", {} pictures, {} of them new", outcome->in_movie, outcome->drawn) : ""));
  return kDone;
}

}  // namespace spindrift
