// From the files of a case's runs to series, numbers, scores and a verdict.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spindrift/scene.h"
#include "spindrift/validate.h"
#include "validate/case_file.h"
#include "validate/case_scene.h"
#include "validate/formulas.h"
#include "validate/measures.h"

namespace spindrift {

// The series and numbers of one run, computed on first use.
class RunResults {
 public:
  // Reference files are searched for in `folders`, in order. `blank` has tables without lines, so that formulas can be
  // checked before anything runs.
  static Result<RunResults> blank(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                  const std::vector<std::string>& folders);
  static Result<RunResults> read(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                 const std::vector<std::string>& folders, const std::string& run_folder);

  Result<double> evaluate(const Formula& formula);
  Result<Series> series(const std::string& name, const Place& place);

  // The reason for a NaN among the numbers evaluated since the last call; empty if there is none.
  std::string take_note() { return std::exchange(note_, ""); }

 private:
  RunResults(const Case& owner, const CaseConstants& constants, const std::vector<std::string>& folders)
      : owner_(owner), constants_(constants), folders_(folders) {}

  Result<double> number(const std::string& name, const Place& place);
  Result<double> find_number(const NumberRecipe& recipe);
  Result<double> measure(const NumberRecipe& recipe);
  Result<Series> make_series(const SeriesRecipe& recipe);
  Result<Series> series_of_table(const SeriesRecipe& recipe);
  Result<Series> series_of_points(const SeriesRecipe& recipe);
  Result<const DataTable*> table(const SeriesRecipe& recipe);
  Result<double> optional_value(const std::optional<Formula>& formula, double fallback);
  std::vector<std::string> known_names() const;

  const Case& owner_;
  CaseConstants constants_;
  std::vector<std::string> folders_;
  std::map<std::string, DataTable> tables_;
  std::map<std::string, Series> series_;
  std::map<std::string, double> numbers_;
  std::map<std::string, std::string> notes_;
  std::set<std::string> under_way_;
  std::string note_;
};

// A completed run and its results.
struct FinishedRun {
  CaseRun run{};
  RunResults results;
};

// Scores of each run, then those of several sizes together. An error is a mistake in the case's file.
Result<std::vector<ValidationScore>> score_runs(const Case& owner, std::vector<FinishedRun>& runs);

// Pass if all targets are met, not run if there are none. A control passes if a target is missed and every value was
// found.
Verdict verdict_of(const std::vector<ValidationScore>& scores, bool must_fail);

// The order of convergence between two sizes: e ~ (1/n)^order.
double observed_order(int coarse, double coarse_error, int fine, double fine_error);

// report.json, report.md and report.html.
struct ReportFile {
  std::string name, text;
};
std::vector<ReportFile> report_files(const ValidationOutcome& outcome, const ValidationOptions& options);

}  // namespace spindrift
