#include "validate/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <tuple>
#include <utility>

#include "formats/files/files.h"
#include "run/probes.h"
#include "run/run_folder.h"
#include "run/tables.h"
#include "spindrift/text.h"
#include "validate/measures.h"

namespace spindrift {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr const char* kProbes = "probes";
constexpr const char* kStats = "stats";

// A line of stats.jsonl with all keys of a run of this scene.
std::string full_stats_line(const Scene& scene) {
  FrameReport report;
  report.substeps = 1;
  report.particles = 1;
  if (scene.is_smoke()) report.smoke.emplace().smoke = 1.0;
  return stats_line(report, scene.dimension());
}

// `probes`, `surface_line`
std::string table_name(const ProbeTable& table) { return std::filesystem::path(table.file).stem().string(); }

DataTable without_lines(DataTable table) {
  table.values.clear();
  return table;
}

Result<DataTable> read_data(const std::string& path, bool is_csv) {
  const auto text = read_file_bytes(path);
  if (!text) return text.error();
  return is_csv ? table_of_csv(*text, path) : table_of_json_lines(*text, path);
}

}  // namespace

Result<RunResults> RunResults::blank(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                     const std::vector<std::string>& folders) {
  RunResults results(owner, constants, folders);
  results.tables_[kProbes].names = {"time"};
  for (const ProbeTable& probes : probe_tables(scene)) {
    const auto table = table_of_csv(probes.header, probes.file);
    if (!table) return table.error();
    results.tables_[table_name(probes)] = without_lines(*table);
  }
  const auto stats = table_of_json_lines(full_stats_line(scene), kStats);
  if (!stats) return stats.error();
  results.tables_[kStats] = without_lines(*stats);
  if (!constants.has("dx")) results.constants_.set("dx", scene.domain.cell());
  return results;
}

Result<RunResults> RunResults::read(const Case& owner, const CaseConstants& constants, const Scene& scene,
                                    const std::vector<std::string>& folders, const std::string& run_folder) {
  auto results = blank(owner, constants, scene, folders);
  if (!results) return results;
  const RunFolder folder = RunFolder::existing(run_folder);
  auto stats = read_data(folder.stats(), /*is_csv=*/false);
  if (!stats) return stats.error();
  results->tables_[kStats] = std::move(*stats);
  for (const ProbeTable& probes : probe_tables(scene)) {
    auto table = read_data(folder.path() + "/" + probes.file, /*is_csv=*/true);
    if (!table) return table.error();
    results->tables_[table_name(probes)] = std::move(*table);
  }
  return results;
}

std::vector<std::string> RunResults::known_names() const {
  std::vector<std::string> names = constants_.names();
  for (const NumberRecipe& number : owner_.numbers) names.push_back(number.name);
  return names;
}

Result<double> RunResults::evaluate(const Formula& formula) {
  return spindrift::evaluate(formula, [&](const std::string& name, const Place& place) { return number(name, place); });
}

Result<double> RunResults::number(const std::string& name, const Place& place) {
  for (const NumberRecipe& recipe : owner_.numbers) {
    if (recipe.name != name) continue;
    if (!numbers_.contains(name)) {
      if (!under_way_.insert(name).second)
        return Error{.message = fmt::format("'{}' depends on itself", name), .place = recipe.place};
      const auto value = find_number(recipe);
      under_way_.erase(name);
      if (!value) return value;
      numbers_[name] = *value;
    }
    if (const auto noted = notes_.find(name); noted != notes_.end()) note_ = noted->second;
    return numbers_[name];
  }
  if (!constants_.has(name)) return unknown_name(name, place, known_names());
  return constants_.value(name, place);
}

Result<double> RunResults::find_number(const NumberRecipe& recipe) {
  return recipe.formula ? evaluate(*recipe.formula) : measure(recipe);
}

Result<double> RunResults::optional_value(const std::optional<Formula>& formula, double fallback) {
  return formula ? evaluate(*formula) : Result<double>(fallback);
}

Result<double> RunResults::measure(const NumberRecipe& recipe) {
  MeasureInput input;
  double from = 0.0, to = 0.0;
  const std::tuple<double*, const std::optional<Formula>*, double> wanted[] = {
      {&from, &recipe.from, -kEndless},   {&to, &recipe.to, kEndless},        {&input.at, &recipe.at, 0.0},
      {&input.level, &recipe.level, 0.0}, {&input.shift, &recipe.shift, 0.0}, {&input.low, &recipe.low, 0.0},
      {&input.high, &recipe.high, 0.0}};
  for (const auto& [target, formula, fallback] : wanted) {
    const auto value = optional_value(*formula, fallback);
    if (!value) return value;
    *target = *value;
  }
  const auto of = recipe.made_of ? make_series(*recipe.made_of) : series(recipe.of, recipe.place);
  if (!of) return of.error();
  input.has_level = recipe.level.has_value();
  input.relative = recipe.relative;
  input.of = recipe.against.empty() ? between_x(*of, from, to) : *of;
  if (!recipe.against.empty()) {
    const auto against = series(recipe.against, recipe.place);
    if (!against) return against.error();
    for (std::size_t i = 0; i < against->size(); ++i)
      if (against->x[i] >= from && against->x[i] <= to) input.against.add(against->x[i], against->y[i]);
  }
  const Measured measured = take_measure(recipe.take, input);
  if (!measured.note.empty()) notes_[recipe.name] = fmt::format("{}: {}", recipe.name, measured.note);
  return measured.value;
}

Result<Series> RunResults::series(const std::string& name, const Place& place) {
  if (const auto known = series_.find(name); known != series_.end()) return known->second;
  for (const SeriesRecipe& recipe : owner_.series) {
    if (recipe.name != name) continue;
    const std::string mark = "[series." + name + "]";
    if (!under_way_.insert(mark).second)
      return Error{.message = fmt::format("the series '{}' depends on itself", name), .place = recipe.place};
    auto made = make_series(recipe);
    under_way_.erase(mark);
    if (made) series_[name] = *made;
    return made;
  }
  return Error{.message = fmt::format("there is no series '{}'", name), .place = place};
}

Result<Series> RunResults::series_of_points(const SeriesRecipe& recipe) {
  Series made;
  for (const FormulaPoint& point : recipe.points) {
    const auto x = evaluate(point.x), y = evaluate(point.y);
    if (!x) return x.error();
    if (!y) return y.error();
    if (!std::isfinite(*y)) return Series{};  // a gap would be interpolated
    made.add(*x, *y);
  }
  return sorted(made);
}

Result<Series> RunResults::series_of_table(const SeriesRecipe& recipe) {
  const auto source = table(recipe);
  if (!source) return source.error();
  const auto lookup = [&](const std::string& name, const Place& place) -> Result<double> {
    const auto value = number(name, place);
    if (value || constants_.has(name)) return value;
    std::vector<std::string> names = known_names();
    names.insert(names.end(), (*source)->names.begin(), (*source)->names.end());
    return value.error().place.line == place.line ? unknown_name(name, place, names) : value.error();
  };
  auto x = evaluate_rows(recipe.x, **source, lookup);
  if (!x) return x.error();
  auto y = evaluate_rows(recipe.y, **source, lookup);
  if (!y) return y.error();
  return sorted({std::move(*x), std::move(*y)});
}

Result<Series> RunResults::make_series(const SeriesRecipe& recipe) {
  auto found = recipe.points.empty() ? series_of_table(recipe) : series_of_points(recipe);
  if (!found) return found;
  Series made = std::move(*found);
  if (recipe.accumulate) made = accumulated(std::move(made));
  const auto width = optional_value(recipe.smooth, 0.0);
  if (!width) return width.error();
  made = smoothed(made, *width);
  const auto from = optional_value(recipe.from, -kEndless), to = optional_value(recipe.to, kEndless);
  if (!from) return from.error();
  if (!to) return to.error();
  Series part;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made.x[i] >= *from && made.x[i] <= *to) part.add(made.x[i], made.y[i]);
  return part;
}

Result<const DataTable*> RunResults::table(const SeriesRecipe& recipe) {
  const auto known = tables_.find(recipe.table);
  if (known != tables_.end()) return &known->second;
  std::vector<std::string> names = {kProbes, kStats};
  for (const std::string& folder : folders_) {
    const std::string path = (std::filesystem::path(folder) / recipe.table).string();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) {
      auto read = read_data(path, /*is_csv=*/true);
      if (!read) return read.error();
      return &(tables_[recipe.table] = std::move(*read));
    }
    const std::vector<std::string> files = names_in(folder);
    names.insert(names.end(), files.begin(), files.end());
  }
  const std::string near = nearest_word(recipe.table, names);
  return Error{
      .message = fmt::format("there is no table '{}': a table is probes, stats or a file in {}{}", recipe.table,
                             folders_.back(), near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
      .place = recipe.place};
}

bool ValidationScore::passes() const {
  if (!is_asked()) return true;
  return (!at_least || value >= *at_least) && (!at_most || value <= *at_most);  // NaN fails
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

// Scores of the finest two and three sizes together.
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
  // Changes below a tenth of the target are noise.
  const double noise = 0.1 * std::abs(fine.at_most.value_or(fine.at_least.value_or(0.0)));
  ValidationScore ratio = shared;
  ratio.name += ": change from size to size";
  ratio.value = second <= noise ? 0.0 : second / first;
  ratio.at_most = 1.0;
  ratio.reason = "the value must converge with resolution";
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
