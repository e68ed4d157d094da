#include "validate/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spindrift {

bool ValidationScore::passes() const {
  if (!is_asked()) return true;
  return (!at_least || value >= *at_least) && (!at_most || value <= *at_most);  // NaN never is
}

int ValidationOutcome::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(cases.begin(), cases.end(), [&](const CaseOutcome& one) { return one.verdict == verdict; }));
}

double observed_order(int coarse, double coarse_error, int fine, double fine_error) {
  return std::log(std::abs(coarse_error / fine_error)) / std::log(static_cast<double>(fine) / coarse);
}

namespace {

bool is_about(const ScoreRecipe& recipe, const std::string& variant) {
  return recipe.variants.empty() ||
         std::find(recipe.variants.begin(), recipe.variants.end(), variant) != recipe.variants.end();
}

Result<std::optional<double>> bound(const std::optional<Formula>& formula, RunResults& results) {
  if (!formula) return std::optional<double>{};
  const auto value = results.evaluate(*formula);
  if (!value) return value.error();
  return std::optional(*value);
}

Result<ValidationScore> score_run(const Case& owner, const ScoreRecipe& recipe, FinishedRun& finished) {
  ValidationScore score{
      .name = recipe.name, .variant = variant_of(owner, finished.run).name, .size = finished.run.size};
  score.unit = recipe.unit;
  score.reason = recipe.reason;
  finished.results.take_note();
  const auto value = finished.results.evaluate(recipe.value);
  if (!value) return value.error();
  score.value = *value;
  if (!std::isfinite(*value)) score.note = finished.results.take_note();
  const auto least = bound(recipe.at_least, finished.results), most = bound(recipe.at_most, finished.results);
  if (!least) return least.error();
  if (!most) return most.error();
  if (finished.run.size >= recipe.from_size) score.at_least = *least, score.at_most = *most;
  return score;
}

// What the finest three sizes say together.
void add_convergence(const ScoreRecipe& recipe, const std::vector<ValidationScore>& by_size,
                     std::vector<ValidationScore>& out) {
  if (by_size.size() < 2) return;
  const ValidationScore& fine = by_size.back();
  const ValidationScore& middle = by_size[by_size.size() - 2];
  ValidationScore shared{.name = recipe.name, .variant = fine.variant};
  if (recipe.shows_order || recipe.order_at_least) {
    ValidationScore order = shared;
    order.name += ": observed order";
    order.value = observed_order(middle.size, middle.value, fine.size, fine.value);
    order.at_least = recipe.order_at_least;
    order.reason = recipe.reason;
    order.note = fmt::format("from n = {} to {}", middle.size, fine.size);
    out.push_back(order);
  }
  if (!recipe.converges || by_size.size() < 3) return;
  const ValidationScore& coarse = by_size[by_size.size() - 3];
  const double first = std::abs(middle.value - coarse.value), second = std::abs(fine.value - middle.value);
  // Below a tenth of what is asked, changes are noise.
  const double noise = 0.1 * std::abs(fine.at_most.value_or(fine.at_least.value_or(0.0)));
  ValidationScore ratio = shared;
  ratio.name += ": change from size to size";
  ratio.value = second <= noise ? 0.0 : second / first;
  ratio.at_most = 1.0;
  ratio.reason = "a value that drifts away with resolution is no result";
  ratio.note = fmt::format("|change| {:.3g}, then {:.3g}", first, second);
  out.push_back(ratio);
}

}  // namespace

Result<std::vector<ValidationScore>> score_runs(const Case& owner, std::vector<FinishedRun>& runs) {
  std::vector<ValidationScore> scores;
  for (const ScoreRecipe& recipe : owner.scores) {
    for (std::size_t v = 0; v < owner.variants.size(); ++v) {
      if (!is_about(recipe, owner.variants[v].name)) continue;
      std::vector<ValidationScore> by_size;
      for (FinishedRun& finished : runs) {
        if (finished.run.variant != static_cast<int>(v)) continue;
        auto score = score_run(owner, recipe, finished);
        if (!score) return score.error();
        by_size.push_back(std::move(*score));
      }
      scores.insert(scores.end(), by_size.begin(), by_size.end());
      add_convergence(recipe, by_size, scores);
    }
  }
  return scores;
}

Verdict verdict_of(const std::vector<ValidationScore>& scores, bool must_fail) {
  const auto passes = [](const ValidationScore& score) { return score.passes(); };
  const auto is_asked = [](const ValidationScore& score) { return score.is_asked(); };
  const auto is_found = [](const ValidationScore& score) { return !score.is_asked() || std::isfinite(score.value); };
  if (std::none_of(scores.begin(), scores.end(), is_asked)) return Verdict::kNotRun;
  const bool all_pass = std::all_of(scores.begin(), scores.end(), passes);
  const bool all_found = std::all_of(scores.begin(), scores.end(), is_found);
  return (must_fail ? !all_pass && all_found : all_pass) ? Verdict::kPass : Verdict::kFail;
}

}  // namespace spindrift
