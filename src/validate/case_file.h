// A validation case as its file has it: a scene with formulas, series and numbers from a run's files, targets, and
// plots. docs/validation.md has the format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "keys/scene_node.h"
#include "spindrift/error.h"

namespace spindrift {

// A number, or a formula as text.
struct Formula {
  std::string text{};
  Place place{};
};

struct NamedFormula {
  std::string name{};
  Formula value{};
};

struct FormulaPoint {
  Formula x{}, y{};
};

// A curve: two formulas over the columns of a table, with a point for each line; or single points.
struct SeriesRecipe {
  std::string name{};
  Place place{};
  std::string table{};  // probes, stats, or a file in the folder `reference`
  Formula x{}, y{};
  std::vector<FormulaPoint> points{};   // in place of a table
  std::optional<Formula> from{}, to{};  // of x
  std::optional<Formula> smooth{};      // width in x of a running mean
  bool accumulate = false;              // each y is the sum of all up to it
};

// A number: a formula, or a measure of a series.
struct NumberRecipe {
  std::string name{};
  Place place{};
  std::optional<Formula> formula{};
  std::string take{}, against{};
  std::string of{};                       // a series,
  std::optional<SeriesRecipe> made_of{};  // or a table's column over time
  std::optional<Formula> from{}, to{}, at{}, level{}, shift{}, low{}, high{};
  bool relative = false;  // differences over the size of the reference
};

struct ScoreRecipe {
  std::string name{}, unit{}, reason{};
  Place place{};
  Formula value{};
  std::optional<Formula> at_least{}, at_most{};
  int from_size = 0;                    // the target holds from this size on; smaller ones are reported
  std::vector<std::string> variants{};  // empty: of all
  bool converges = false;               // changes from size to size must shrink
  bool shows_order = false;             // the value is an error: also report its order of convergence
  std::optional<double> order_at_least{};
};

struct PlotRecipe {
  std::string title{}, x_label{}, y_label{};
  Place place{};
  std::vector<std::string> curves{};     // series of the simulation, drawn for every run
  std::vector<std::string> reference{};  // series drawn once, as points
  std::vector<std::string> theory{};     // likewise, as a dashed line
  std::vector<std::string> variants{};   // empty: all
};

struct Variant {
  std::string name{};
  std::vector<NamedFormula> constants{};
  std::vector<int> sizes{};  // empty: the case's
};

struct Case {
  std::string name{}, file{}, title{}, source{};
  int tier = 1;
  std::string not_run{};  // the reason
  bool must_fail = false;
  std::vector<NamedFormula> constants{};
  std::vector<int> sizes{}, quick_sizes{};
  std::vector<NamedFormula> quick_constants{};
  std::vector<std::string> quick_variants{};  // empty: all
  std::vector<Variant> variants{};            // at least one, perhaps without a name
  SceneNode scene{};
  std::vector<SeriesRecipe> series{};
  std::vector<NumberRecipe> numbers{};
  std::vector<ScoreRecipe> scores{};
  std::vector<PlotRecipe> plots{};
};

// From a tree of values; returns the first mistake.
Result<Case> read_case_tree(const SceneNode& root, const std::string& name, const std::string& file);

}  // namespace spindrift
