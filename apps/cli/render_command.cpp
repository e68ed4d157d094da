// spindrift render: pictures and a movie from the files of a run.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"

namespace spindrift {
namespace {

class RenderWatcher : public InterruptWatcher {
 public:
  explicit RenderWatcher(bool is_quiet) : is_quiet_(is_quiet) {}
  void note(const std::string& message) override {
    if (!is_quiet_) say(message);
  }
  void picture_end(const std::string& file, double wall_seconds) override {
    if (!is_quiet_) say(fmt::format("{}  {:.1f} s", file, wall_seconds));
  }

 private:
  bool is_quiet_;
};

}  // namespace

int render_command(const RenderWords& words) {
  watch_for_interrupts();
  RenderWatcher watcher(words.is_quiet);
  const Result<RenderOutcome> outcome = render_run(words.folder, words.options, &watcher);
  if (!outcome) return fail(outcome.error());
  if (outcome->interrupted) return interrupted_exit();
  if (outcome->movie.empty() || words.is_quiet) return kDone;
  const bool is_partly_old = outcome->drawn < outcome->in_movie;
  say(outcome->movie +
      (is_partly_old ? fmt::format(", of {} pictures, {} of them new", outcome->in_movie, outcome->drawn) : ""));
  return kDone;
}

}  // namespace spindrift
