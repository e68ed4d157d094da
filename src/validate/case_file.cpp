#include "validate/case_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "spindrift/text.h"
#include "validate/case_table.h"
#include "validate/measures.h"

namespace spindrift {
namespace {

using Mistake = std::optional<Error>;

SeriesRecipe read_series(const SceneNode& node, Mistake& mistake) {
  CaseTable table(node, fmt::format("[series.{}]", node.key), mistake);
  SeriesRecipe series{.name = node.key, .place = node.place};
  series.points = table.points("points");
  if (series.points.empty()) {
    series.table = table.text("table", true);
    series.x = table.needed_formula("x");
    series.y = table.needed_formula("y");
  }
  series.from = table.formula("from");
  series.to = table.formula("to");
  series.smooth = table.formula("smooth");
  series.accumulate = table.truth("accumulate");
  table.finish();
  return series;
}

NumberRecipe read_number(const SceneNode& node, Mistake& mistake) {
  NumberRecipe number{.name = node.key, .place = node.place};
  CaseTable table(node, fmt::format("the number '{}'", node.key), mistake);
  number.formula = formula_of(node);
  if (number.formula) return number;
  if (!node.is_table()) {
    table.fail(node.place,
               fmt::format("'{}' must be a number, a formula in quotes or {{take = ..., of = ...}}, found {}", node.key,
                           short_text(node)));
    return number;
  }
  number.take = table.text("take", true);
  number.of = table.text("of", !node.find("table"));
  if (number.of.empty())
    number.made_of = SeriesRecipe{.name = "",
                                  .place = node.place,
                                  .table = table.text("table", true),
                                  .x = table.formula("x").value_or(Formula{"time", node.place}),
                                  .y = table.needed_formula("y")};
  number.against = table.text("against");
  number.from = table.formula("from");
  number.to = table.formula("to");
  number.at = table.formula("at");
  number.level = table.formula("level");
  number.shift = table.formula("shift");
  number.low = table.formula("low");
  number.high = table.formula("high");
  number.relative = table.truth("relative");
  table.finish();
  if (const std::string wrong = wrong_measure(number); !mistake && !wrong.empty()) table.fail(node.place, wrong);
  return number;
}

ScoreRecipe read_score(const SceneNode& node, Mistake& mistake) {
  CaseTable table(node, "[[score]]", mistake);
  ScoreRecipe score{.name = table.text("name", true), .place = node.place};
  score.value = table.needed_formula("value");
  score.unit = table.text("unit");
  score.reason = table.text("reason");
  score.at_least = table.formula("at_least");
  score.at_most = table.formula("at_most");
  score.from_size = table.whole("from_size", 0, 0, 65536);
  score.variants = table.texts("variants");
  score.converges = table.truth("converges");
  score.shows_order = table.truth("order");
  score.order_at_least = table.number("order_at_least");
  table.finish();
  const bool is_asked = score.at_least || score.at_most || score.order_at_least;
  if (is_asked && score.reason.empty())
    table.fail(node.place, fmt::format("the score '{}' asks for something and gives no 'reason'", score.name));
  return score;
}

PlotRecipe read_plot(const SceneNode& node, Mistake& mistake) {
  CaseTable table(node, "[[plot]]", mistake);
  PlotRecipe plot{.title = table.text("title", true),
                  .x_label = table.text("x", true),
                  .y_label = table.text("y", true),
                  .place = node.place};
  plot.curves = table.texts("curves");
  plot.reference = table.texts("reference");
  plot.theory = table.texts("theory");
  plot.variants = table.texts("variants");
  table.finish();
  return plot;
}

Variant read_variant(const SceneNode& node, Mistake& mistake) {
  CaseTable table(node, "[[variant]]", mistake);
  Variant variant{.name = table.text("name", true)};
  variant.constants = table.formulas("set");
  variant.sizes = table.wholes("sizes");
  table.finish();
  const bool is_plain = variant.name.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == std::string::npos;
  if (!is_plain)
    table.fail(node.place, "a variant's name is made of letters, digits, '_', '-' and '.': a folder has it");
  return variant;
}

void read_quick(const SceneNode& node, Case& out, Mistake& mistake) {
  CaseTable table(node, "[quick]", mistake);
  out.quick_sizes = table.wholes("sizes");
  out.quick_constants = table.formulas("set");
  out.quick_variants = table.texts("variants");
  table.finish();
}

// Every name that something refers to must be there.
class NameCheck {
 public:
  NameCheck(const Case& checked, Mistake& mistake) : mistake_(mistake) {
    for (const SeriesRecipe& series : checked.series) series_.push_back(series.name);
    for (const Variant& variant : checked.variants) variants_.push_back(variant.name);
  }
  void series(const Place& place, const std::string& name) { check(place, name, series_, "series"); }
  void series(const Place& place, const std::vector<std::string>& names) {
    for (const std::string& name : names) series(place, name);
  }
  void variants(const Place& place, const std::vector<std::string>& names) {
    for (const std::string& name : names) check(place, name, variants_, "variant");
  }

 private:
  void check(const Place& place, const std::string& name, const std::vector<std::string>& known, const char* what) {
    if (mistake_ || std::find(known.begin(), known.end(), name) != known.end()) return;
    const std::string near = nearest_word(name, known);
    mistake_ = Error{.message = printable(fmt::format("there is no {} '{}'{}", what, name,
                                                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near))),
                     .place = place};
  }
  Mistake& mistake_;
  std::vector<std::string> series_, variants_;
};

void check_names(const Case& checked, Mistake& mistake) {
  NameCheck names(checked, mistake);
  for (const NumberRecipe& number : checked.numbers) {
    if (number.formula) continue;
    if (!number.made_of) names.series(number.place, number.of);
    if (!number.against.empty()) names.series(number.place, number.against);
  }
  for (const PlotRecipe& plot : checked.plots) {
    for (const auto& list : {plot.curves, plot.reference, plot.theory}) names.series(plot.place, list);
    names.variants(plot.place, plot.variants);
  }
  for (const ScoreRecipe& score : checked.scores) names.variants(score.place, score.variants);
}

void check_what_runs(const SceneNode& root, const Case& checked, Mistake& mistake) {
  CaseTable table(root, "a case", mistake);
  if (!checked.scene.is_table() || checked.scene.children.empty())
    table.fail(root.place, "a case needs a [scene], or 'not_run' with the reason why there is none");
  if (checked.sizes.empty()) table.fail(root.place, "a case needs 'sizes': the numbers n of cells that it runs with");
  if (checked.scores.empty()) table.fail(root.place, "a case needs at least one [[score]]");
}

}  // namespace

Result<Case> read_case_tree(const SceneNode& root, const std::string& name, const std::string& file) {
  Mistake mistake;
  CaseTable table(root, "a case", mistake);
  Case out{.name = name, .file = file, .title = table.text("title", true), .source = table.text("source", true)};
  out.tier = table.whole("tier", 1, 1, 3);
  out.not_run = table.text("not_run");
  out.must_fail = table.truth("must_fail");
  table.text("like");  // made already
  out.constants = table.formulas("constants");
  out.sizes = table.wholes("sizes");
  std::sort(out.sizes.begin(), out.sizes.end());
  out.sizes.erase(std::unique(out.sizes.begin(), out.sizes.end()), out.sizes.end());
  if (const SceneNode* quick = table.table("quick")) read_quick(*quick, out, mistake);
  for (const SceneNode* node : table.tables("variant")) {
    Variant variant = read_variant(*node, mistake);
    for (const Variant& earlier : out.variants)
      if (earlier.name == variant.name)
        table.fail(node->place, fmt::format("two variants are called '{}': results go by their names", variant.name));
    out.variants.push_back(std::move(variant));
  }
  if (out.variants.empty()) out.variants.emplace_back();
  if (const SceneNode* scene = table.table("scene")) out.scene = *scene;
  if (const SceneNode* all = table.table("series"))
    for (const SceneNode& node : all->children) out.series.push_back(read_series(node, mistake));
  if (const SceneNode* all = table.table("number"))
    for (const SceneNode& node : all->children) out.numbers.push_back(read_number(node, mistake));
  for (const SceneNode* node : table.tables("score")) out.scores.push_back(read_score(*node, mistake));
  for (const SceneNode* node : table.tables("plot")) out.plots.push_back(read_plot(*node, mistake));
  table.finish();
  if (out.not_run.empty()) check_what_runs(root, out, mistake);
  check_names(out, mistake);
  if (mistake) return *mistake;
  return out;
}

}  // namespace spindrift
