#include "validate/case_plots.h"

#include <fmt/format.h>

#include <algorithm>

namespace spindrift {
namespace {

constexpr std::size_t kMostRunsInAPlot = 6;

bool is_shown(const PlotRecipe& recipe, const std::string& variant) {
  return recipe.variants.empty() ||
         std::find(recipe.variants.begin(), recipe.variants.end(), variant) != recipe.variants.end();
}

// All that the plot is about, or, where they are many, the finest of each variant.
std::vector<FinishedRun*> shown_runs(const Case& owner, const PlotRecipe& recipe, std::vector<FinishedRun>& runs) {
  std::vector<FinishedRun*> shown;
  for (FinishedRun& finished : runs)
    if (is_shown(recipe, variant_of(owner, finished.run).name)) shown.push_back(&finished);
  if (shown.size() * std::max<std::size_t>(recipe.curves.size(), 1) <= kMostRunsInAPlot) return shown;
  std::vector<FinishedRun*> finest;
  for (FinishedRun* one : shown) {
    const auto same = std::find_if(finest.begin(), finest.end(),
                                   [&](const FinishedRun* other) { return other->run.variant == one->run.variant; });
    if (same == finest.end()) {
      finest.push_back(one);
    } else if ((*same)->run.size < one->run.size) {
      *same = one;
    }
  }
  return finest;
}

std::string run_label(const Case& owner, const CaseRun& run) {
  const std::string& variant = variant_of(owner, run).name;
  return variant.empty() ? fmt::format("n = {}", run.size) : fmt::format("{}, n = {}", variant, run.size);
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

Result<std::vector<Plot>> plots_of(const Case& owner, std::vector<FinishedRun>& runs) {
  std::vector<Plot> plots;
  for (const PlotRecipe& recipe : owner.plots) {
    Plot plot{recipe.title, recipe.x_label, recipe.y_label, {}};
    const auto add = [&](FinishedRun& run, const std::string& name, PlotLine::Style style, std::string label,
                         int color) -> Status {
      auto series = run.results.series(name, recipe.place);
      if (!series) return series.error();
      if (!series->empty()) plot.lines.push_back({std::move(label), std::move(*series), style, color});
      return Done{};
    };
    const std::vector<FinishedRun*> shown = shown_runs(owner, recipe, runs);
    if (shown.empty()) continue;
    int color = 0;
    for (const std::string& name : recipe.curves) {
      for (FinishedRun* run : shown) {
        const std::string label = (recipe.curves.size() > 1 ? in_words(name) + ", " : "") + run_label(owner, run->run);
        if (const Status added = add(*run, name, PlotLine::Style::kCurve, label, color++); !added) return added.error();
      }
    }
    for (const std::string& name : recipe.theory)
      if (const Status added = add(*shown.back(), name, PlotLine::Style::kDashes, in_words(name), 0); !added)
        return added.error();
    for (const std::string& name : recipe.reference)
      if (const Status added = add(*shown.back(), name, PlotLine::Style::kPoints, in_words(name), 0); !added)
        return added.error();
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace spindrift
