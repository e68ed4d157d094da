// How right the simulator is: cases with known answers (exact solutions, experiments, other codes' published numbers)
// are run and scored. A case is a file, docs/validation.md says how to write one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/run.h"

namespace spindrift {

enum class Verdict { kPass, kFail, kNotRun };

// A number that a run came to, and what was asked of it.
struct ValidationScore {
  std::string name{};
  std::string variant{};                        // of the case; empty if it has none
  int size = 0;                                 // `n`: cells of the run; 0: of several runs together
  double value = 0.0;                           // NaN: could not be found, `note` says why
  std::optional<double> at_least{}, at_most{};  // neither: reported only
  std::string unit{};
  std::string reason{};  // for the tolerance
  std::string note{};

  bool is_asked() const { return at_least || at_most; }
  bool passes() const;  // what is asked, if anything is
};

struct CaseOutcome {
  std::string name{};  // of the case's file, without `.toml`
  std::string title{}, source{};
  int tier = 1;
  Verdict verdict = Verdict::kNotRun;
  bool must_fail = false;  // a control: it passes if it misses what is asked
  std::string note{};      // why it was not run, or what stopped it
  std::vector<ValidationScore> scores{};
  std::vector<std::string> runs{};   // folders, below that of the case
  std::vector<std::string> plots{};  // SVG files
  double cpu_seconds = 0.0;          // of its runs, those that were taken over included
};

struct ValidationOutcome {
  std::vector<CaseOutcome> cases{};
  std::string report{};      // report.html; report.json and report.md lie beside it
  bool interrupted = false;  // the watcher asked to stop; the reports have what there is

  int count(Verdict verdict) const;
};

// Whoever wants to see how it gets on implements this. What holds for a RunWatcher holds here.
class ValidationWatcher : public RunWatcher {
 public:
  virtual void case_begin(const std::string& /*name*/, const std::string& /*title*/) {}
  virtual void case_run(const std::string& /*run*/, bool /*is_there_already*/) {}  // `A03_seiche, deep, n = 64`
  virtual void case_end(const CaseOutcome& /*outcome*/) {}
};

struct ValidationOptions {
  std::vector<std::string> cases{};     // names, beginnings of names as `A03`, or paths of files; empty: all
  int tier = 0;                         // those of this tier only; 0: of any
  bool quick = false;                   // the small version of each case
  std::string folder = "out/validate";  // a folder per case, the reports, the plots
  std::string case_folder{};            // empty: the one that comes with the program
  std::vector<std::string> settings{};  // table.key=value, for every case: how a step is computed
  bool resume = false;                  // take over runs in the folder that are complete and of the same scene
  bool overwrite = false;               // replace what an earlier validation has left there
  int threads = 0;                      // 0: every core
};

// Runs the cases. A mistake in one of the chosen files is found before anything runs.
Result<ValidationOutcome> validate(const ValidationOptions& options = {}, ValidationWatcher* watcher = nullptr);

struct CaseSummary {
  std::string name{}, title{};
  int tier = 1;
  std::string not_run{};  // why it is not; empty if it is
  std::string path{};
};
Result<std::vector<CaseSummary>> list_cases(const ValidationOptions& options = {});

}  // namespace spindrift
