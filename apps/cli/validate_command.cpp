// spindrift validate: runs cases with known answers and prints how far off the simulator is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

const char* word_of(Verdict verdict) {
  return verdict == Verdict::kPass ? "pass" : verdict == Verdict::kFail ? "fail" : "not run";
}

std::string target_text(const ValidationScore& score) {
  if (!score.is_asked()) return "reported";
  std::string text = score.passes() ? "pass  " : "MISS  ";
  if (score.at_least) text += fmt::format(">= {:.4g} ", *score.at_least);
  if (score.at_most) text += fmt::format("<= {:.4g}", *score.at_most);
  return text;
}

void say_score(const ValidationScore& score) {
  const std::string run = (score.variant.empty() ? "" : score.variant + " ") +
                          (score.size > 0 ? fmt::format("n={}", score.size) : std::string("all sizes"));
  const std::string value = std::isfinite(score.value) ? fmt::format("{:.4g} {}", score.value, score.unit) : "none";
  say(fmt::format("  {:<44} {:<20} {:>14}  {}{}", score.name, run, value, target_text(score),
                  score.note.empty() ? "" : "  (" + score.note + ")"));
}

// Prints the current run and the result of each case.
class ValidationReporter : public ValidationWatcher {
 public:
  explicit ValidationReporter(bool is_quiet) : is_quiet_(is_quiet) {}

  bool should_stop() override { return is_interrupted(); }
  void case_begin(const std::string& name, const std::string& title) override {
    if (!is_quiet_) say(fmt::format("{}: {}", name, title));
  }
  void case_run(const std::string& run, bool exists) override {
    progress_.reset();
    if (!is_quiet_ && exists) say(fmt::format("  {}: already finished", run));
  }
  void run_begin(const Scene& scene, const Simulation& start, bool) override {
    progress_.emplace(scene.time.frames, start.frame(), is_quiet_ || !is_terminal());
  }
  void frame_end(const FrameReport& report) override { progress_->show(report); }
  void warning(const std::string& message) override {
    if (progress_) progress_->clear();
    warn(message);
  }
  void case_end(const CaseOutcome& outcome) override {
    progress_.reset();
    if (is_quiet_) return;
    for (const ValidationScore& score : outcome.scores) say_score(score);
    say(fmt::format("  {}{}{}", word_of(outcome.verdict), outcome.must_fail ? " (a control: it must miss)" : "",
                    outcome.note.empty() ? "" : ": " + outcome.note));
  }

 private:
  bool is_quiet_;
  std::optional<Progress> progress_;
};

std::string worst_of(const CaseOutcome& one) {
  const auto missed =
      std::find_if(one.scores.begin(), one.scores.end(), [](const ValidationScore& score) { return !score.passes(); });
  if (one.verdict == Verdict::kNotRun || one.scores.empty()) return one.note;
  if (missed == one.scores.end()) return "";
  if (!std::isfinite(missed->value)) return fmt::format("{}: none, {}", missed->name, missed->note);
  return fmt::format("{}: {:.4g} {}", missed->name, missed->value, missed->unit);
}

void say_table(const ValidationOutcome& outcome) {
  std::size_t width = 4;
  for (const CaseOutcome& one : outcome.cases) width = std::max(width, one.name.size());
  say(fmt::format("\n{:<{}}  tier  verdict", "case", width));
  for (const CaseOutcome& one : outcome.cases) {
    const auto asked = std::count_if(one.scores.begin(), one.scores.end(),
                                     [](const ValidationScore& score) { return score.is_asked(); });
    const auto passed = std::count_if(one.scores.begin(), one.scores.end(),
                                      [](const ValidationScore& score) { return score.is_asked() && score.passes(); });
    say(fmt::format("{:<{}}  {}     {:<8} {:>7}  {:>10}  {}", one.name, width, one.tier, word_of(one.verdict),
                    asked ? fmt::format("{}/{}", passed, asked) : "",
                    one.cpu_seconds > 0.0 ? duration_text(one.cpu_seconds) : "", worst_of(one)));
  }
  say(fmt::format("{} pass, {} fail, {} not run; {}", outcome.count(Verdict::kPass), outcome.count(Verdict::kFail),
                  outcome.count(Verdict::kNotRun), outcome.report));
}

int say_list(const ValidationOptions& options) {
  const auto cases = list_cases(options);
  if (!cases) return fail(cases.error());
  std::size_t width = 0;
  for (const CaseSummary& one : *cases) width = std::max(width, one.name.size());
  for (const CaseSummary& one : *cases)
    say(fmt::format("{:<{}}  tier {}  {}{}", one.name, width, one.tier, one.title,
                    one.not_run.empty() ? "" : fmt::format(" (not run: {})", one.not_run)));
  return kDone;
}

}  // namespace

int validate_command(const ValidateWords& words) {
  if (words.list_only) return say_list(words.options);
  watch_for_interrupts();
  ValidationReporter reporter(words.is_quiet);
  const auto outcome = validate(words.options, &reporter);
  if (!outcome) return fail(outcome.error());
  say_table(*outcome);
  if (outcome->interrupted) return interrupted_exit();
  return outcome->count(Verdict::kFail) > 0 ? kRunFailedExit : kDone;
}

}  // namespace spindrift
