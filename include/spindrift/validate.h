// Validation: runs and scores cases with known answers (exact solutions, experiments, published results of other
// codes). A case is a file; docs/validation.md has the format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/run.h"

namespace spindrift {

enum class Verdict { kPass, kFail, kNotRun };

// A result of a run, and its target.
struct ValidationScore {
  std::string name{};
  std::string variant{};                        // of the case; empty if it has none
  int size = 0;                                 // `n`: cells of the run; 0: of several runs together
  double value = 0.0;                           // NaN: not found, see `note`
  std::optional<double> at_least{}, at_most{};  // neither: reported only
  std::string unit{};
  std::string reason{};  // for the tolerance
  std::string note{};

  bool is_asked() const { return at_least || at_most; }
  bool passes() const;  // also without a target
};

struct CaseOutcome {
  std::string name{};  // of the case's file, without `.toml`
  std::string title{}, source{};
  int tier = 1;
  Verdict verdict = Verdict::kNotRun;
  bool must_fail = false;  // a control: it passes if it misses a target
  std::string note{};      // why it was not run, or what stopped it
  std::vector<ValidationScore> scores{};
  std::vector<std::string> runs{};   // folders, below that of the case
  std::vector<std::string> plots{};  // SVG files
  double cpu_seconds = 0.0;          // of its runs, including those kept by `resume`
};

struct ValidationOutcome {
  std::vector<CaseOutcome> cases{};
  std::string report{};      // report.html; report.json and report.md lie beside it
  bool interrupted = false;  // the watcher stopped it; the reports have the finished cases

  int count(Verdict verdict) const;
};

// Implement this to watch the progress; see RunWatcher.
class ValidationWatcher : public RunWatcher {
 public:
  virtual void case_begin(const std::string& /*name*/, const std::string& /*title*/) {}
  virtual void case_run(const std::string& /*run*/, bool /*exists*/) {}  // `A03_seiche, deep, n = 64`
  virtual void case_end(const CaseOutcome& /*outcome*/) {}
};

struct ValidationOptions {
  std::vector<std::string> cases{};     // names, beginnings of names as `A03`, or paths of files; empty: all
  int tier = 0;                         // only cases of this tier; 0: of any
  bool quick = false;                   // runs the small version of each case
  std::string folder = "out/validate";  // a folder per case, the reports, the plots
  std::string case_folder{};            // empty: the program's own
  std::vector<std::string> settings{};  // table.key=value, for every case: how a step is computed
  bool resume = false;                  // keep finished runs of the same scene in the folder
  bool overwrite = false;               // replace the results of an earlier validation
  int threads = 0;                      // 0: every core
};

// Runs the cases. A mistake in one of the chosen files is found before anything runs.
Result<ValidationOutcome> validate(const ValidationOptions& options = {}, ValidationWatcher* watcher = nullptr);

struct CaseSummary {
  std::string name{}, title{};
  int tier = 1;
  std::string not_run{};  // the reason; empty if it is run
  std::string path{};
};
Result<std::vector<CaseSummary>> list_cases(const ValidationOptions& options = {});

}  // namespace spindrift
