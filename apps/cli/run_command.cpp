// spindrift run: simulates a scene and writes frames, statistics and a movie.
#include <fmt/format.h>

#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/scene_choice.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

// Says what is about to run and shows how far it has got.
class RunTeller : public InterruptWatcher {
 public:
  explicit RunTeller(bool is_quiet) : is_quiet_(is_quiet) {}

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
  void end() { progress_.reset(); }

 private:
  bool is_quiet_;
  std::optional<Progress> progress_;
};

void say_end(const RunOutcome& run) {
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
}

}  // namespace

int run_command(RunWords words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  watch_for_interrupts();
  RunTeller teller(words.is_quiet);
  words.options.overrides = words.scene.overrides;
  const Result<RunOutcome> run = run_scene(*scene, words.options, &teller);
  teller.end();
  if (!run) return fail(run.error());
  if (!words.is_quiet) say_end(*run);
  if (run->totals.frames < run->frames)
    warn(fmt::format("interrupted after frame {} of {}; --resume goes on from there", run->totals.frames, run->frames));
  return run->interrupted ? interrupted_exit() : kDone;
}

}  // namespace spindrift
