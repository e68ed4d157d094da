// What one run of a case came to: its series and numbers, found when they are first asked for.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spindrift/scene.h"
#include "validate/case_constants.h"
#include "validate/data_table.h"
#include "validate/series.h"

namespace spindrift {

class RunResults {
 public:
  // Reference files are looked for in `folders`, one after the other.
  //
  // Without a run: tables have their columns and no lines, so that every formula can be looked at before anything runs.
  static Result<RunResults> blank(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                  const std::vector<std::string>& folders);
  // Of the run in a folder.
  static Result<RunResults> read(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                 const std::vector<std::string>& folders, const std::string& run_folder);

  Result<double> evaluate(const Formula& formula);
  Result<Series> series(const std::string& name, const Place& place);

  // Why a number of the formulas that were evaluated since the last call is NaN; empty if none is.
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

}  // namespace spindrift
