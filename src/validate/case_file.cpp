#include "validate/case_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys/scene_node.h"
#include "scene/scene_hints.h"
#include "spindrift/text.h"
#include "validate/measures.h"

namespace spindrift {
namespace {

// A number as it is, a text as a formula.
std::optional<Formula> formula_of(const SceneNode& node) {
  if (node.is_number()) return Formula{to_inline_toml(node), node.place};
  if (node.kind != SceneNode::Kind::kText) return std::nullopt;
  return Formula{node.text, node.place};
}

using Mistake = std::optional<Error>;

// Reads a table of a case's file key by key; keeps the first mistake and the keys that were read.
class CaseTable {
 public:
  // `where` names the table in messages, as `[[score]]`. The mistake is shared by all tables of a file.
  CaseTable(const SceneNode& table, std::string where, Mistake& mistake)
      : table_(table), where_(std::move(where)), mistake_(mistake) {}

  void fail(const Place& place, std::string message) {
    if (!mistake_) mistake_ = Error{.message = printable(std::move(message)), .place = place};
  }

  std::string text(std::string_view key, bool is_required = false) {
    const SceneNode* node = take(key, is_required);
    if (!node) return "";
    if (node->kind != SceneNode::Kind::kText) must_be(*node, "a text in quotes");
    return node->text;
  }

  bool truth(std::string_view key) {
    const SceneNode* node = take(key);
    if (!node) return false;
    if (node->kind != SceneNode::Kind::kBool) must_be(*node, "true or false");
    return node->boolean;
  }

  std::optional<double> number(std::string_view key) {
    const SceneNode* node = take(key);
    if (!node) return std::nullopt;
    if (!node->is_number()) must_be(*node, "a number");
    return node->number;
  }

  int whole(std::string_view key, int fallback, int least, int most) {
    const SceneNode* node = take(key);
    if (!node) return fallback;
    if (node->kind != SceneNode::Kind::kInteger || node->integer < least || node->integer > most) {
      must_be(*node, fmt::format("a whole number between {} and {}", least, most));
      return fallback;
    }
    return static_cast<int>(node->integer);
  }

  std::vector<int> wholes(std::string_view key) {
    constexpr std::int64_t kMost = 65536;
    const SceneNode* node = take(key);
    std::vector<int> all;
    if (!node) return all;
    if (!node->is_list()) must_be(*node, "a list of whole numbers");
    for (const SceneNode& item : node->children) {
      if (item.kind != SceneNode::Kind::kInteger || item.integer < 1 || item.integer > kMost) {
        fail(item.place,
             fmt::format("'{}' must hold whole numbers between 1 and {}, found {}", key, kMost, short_text(item)));
        return all;
      }
      all.push_back(static_cast<int>(item.integer));
    }
    return all;
  }

  std::vector<std::string> texts(std::string_view key) {
    const SceneNode* node = take(key);
    std::vector<std::string> all;
    if (!node) return all;
    if (!node->is_list()) must_be(*node, "a list of texts");
    for (const SceneNode& item : node->children) {
      if (item.kind != SceneNode::Kind::kText)
        fail(item.place, fmt::format("'{}' must hold texts in quotes, found {}", key, short_text(item)));
      all.push_back(item.text);
    }
    return all;
  }

  std::optional<Formula> formula(std::string_view key) {
    const SceneNode* node = take(key);
    if (!node) return std::nullopt;
    auto found = formula_of(*node);
    if (!found) must_be(*node, "a number, or a formula in quotes");
    return found;
  }

  Formula needed_formula(std::string_view key) {
    auto found = formula(key);
    if (!found) fail(table_.place, fmt::format("{} needs the key '{}'", where_, key));
    return found.value_or(Formula{});
  }

  std::vector<NamedFormula> formulas(std::string_view key) {
    std::vector<NamedFormula> all;
    const SceneNode* node = table(key);
    if (!node) return all;
    for (const SceneNode& item : node->children) {
      const auto value = formula_of(item);
      if (!value) must_be(item, "a number, or a formula in quotes");
      all.push_back({item.key, value.value_or(Formula{})});
    }
    return all;
  }

  // [[x, y], ...]
  std::vector<FormulaPoint> points(std::string_view key) {
    std::vector<FormulaPoint> all;
    const SceneNode* node = take(key);
    if (!node) return all;
    if (!node->is_list()) must_be(*node, "a list of points [x, y]");
    for (const SceneNode& item : node->children) {
      const bool is_pair = item.is_list() && item.children.size() == 2;
      const auto x = is_pair ? formula_of(item.children[0]) : std::nullopt;
      const auto y = is_pair ? formula_of(item.children[1]) : std::nullopt;
      if (!x || !y)
        fail(item.place,
             fmt::format("'{}' must hold pairs [x, y] of numbers or formulas, found {}", key, short_text(item)));
      all.push_back({x.value_or(Formula{}), y.value_or(Formula{})});
    }
    return all;
  }

  // Null if there is none.
  const SceneNode* table(std::string_view key) {
    const SceneNode* node = take(key);
    if (node && !node->is_table()) must_be(*node, "a table");
    return node && node->is_table() ? node : nullptr;
  }

  // Of [[key]].
  std::vector<const SceneNode*> tables(std::string_view key) {
    std::vector<const SceneNode*> all;
    const SceneNode* node = take(key);
    if (!node) return all;
    if (!node->is_list_of_tables()) must_be(*node, fmt::format("a list of tables; write [[{}]]", key));
    for (const SceneNode& item : node->children) all.push_back(&item);
    return all;
  }

  // Reports keys that were not read.
  void finish() {
    for (const SceneNode& child : table_.children) {
      if (std::find(read_.begin(), read_.end(), child.key) != read_.end()) continue;
      const std::string near = nearest_word(child.key, read_);
      fail(child.key_place, fmt::format("{} has no key '{}'{}", where_, child.key,
                                        near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
  }

 private:
  const SceneNode* take(std::string_view key, bool is_required = false) {
    read_.emplace_back(key);
    const SceneNode* node = table_.find(key);
    if (!node && is_required) fail(table_.place, fmt::format("{} needs the key '{}'", where_, key));
    return node;
  }

  void must_be(const SceneNode& found, std::string_view wanted) {
    fail(found.place, fmt::format("'{}' must be {}, found {}", found.key, wanted, short_text(found)));
  }

  const SceneNode& table_;
  std::string where_;
  Mistake& mistake_;
  std::vector<std::string> read_;
};

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
  const bool has_target = score.at_least || score.at_most || score.order_at_least;
  if (has_target && score.reason.empty())
    table.fail(node.place, fmt::format("the score '{}' has a target and needs a 'reason'", score.name));
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
    table.fail(node.place,
               "variant names may contain only letters, digits, '_', '-' and '.' (they become folder names)");
  return variant;
}

void read_quick(const SceneNode& node, Case& out, Mistake& mistake) {
  CaseTable table(node, "[quick]", mistake);
  out.quick_sizes = table.wholes("sizes");
  out.quick_constants = table.formulas("set");
  out.quick_variants = table.texts("variants");
  table.finish();
}

// Every name that is referred to must exist.
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
  table.text("like");  // read by the library
  out.constants = table.formulas("constants");
  out.sizes = table.wholes("sizes");
  std::sort(out.sizes.begin(), out.sizes.end());
  out.sizes.erase(std::unique(out.sizes.begin(), out.sizes.end()), out.sizes.end());
  if (const SceneNode* quick = table.table("quick")) read_quick(*quick, out, mistake);
  for (const SceneNode* node : table.tables("variant")) {
    Variant variant = read_variant(*node, mistake);
    for (const Variant& earlier : out.variants)
      if (earlier.name == variant.name)
        table.fail(node->place, fmt::format("two variants are called '{}'; rename one", variant.name));
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
