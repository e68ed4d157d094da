#include "validate/case_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "spindrift/text.h"

namespace spindrift {

std::optional<Formula> formula_of(const SceneNode& node) {
  if (node.is_number()) return Formula{scalar_text(node), node.place};
  if (node.kind != SceneNode::Kind::kText) return std::nullopt;
  return Formula{node.text, node.place};
}

void CaseTable::fail(const Place& place, std::string message) {
  if (!mistake_) mistake_ = Error{.message = printable(std::move(message)), .place = place};
}

void CaseTable::must_be(const SceneNode& found, std::string_view wanted) {
  fail(found.place, fmt::format("'{}' must be {}, found {}", found.key, wanted, short_text(found)));
}

const SceneNode* CaseTable::take(std::string_view key, bool is_required) {
  asked_.emplace_back(key);
  const SceneNode* node = table_.find(key);
  if (!node && is_required) fail(table_.place, fmt::format("{} needs the key '{}'", where_, key));
  return node;
}

std::string CaseTable::text(std::string_view key, bool is_required) {
  const SceneNode* node = take(key, is_required);
  if (!node) return "";
  if (node->kind != SceneNode::Kind::kText) must_be(*node, "a text in quotes");
  return node->text;
}

bool CaseTable::truth(std::string_view key) {
  const SceneNode* node = take(key);
  if (!node) return false;
  if (node->kind != SceneNode::Kind::kBool) must_be(*node, "true or false");
  return node->boolean;
}

std::optional<double> CaseTable::number(std::string_view key) {
  const SceneNode* node = take(key);
  if (!node) return std::nullopt;
  if (!node->is_number()) must_be(*node, "a number");
  return node->number;
}

int CaseTable::whole(std::string_view key, int fallback, int least, int most) {
  const SceneNode* node = take(key);
  if (!node) return fallback;
  if (node->kind != SceneNode::Kind::kInteger || node->integer < least || node->integer > most) {
    must_be(*node, fmt::format("a whole number between {} and {}", least, most));
    return fallback;
  }
  return static_cast<int>(node->integer);
}

std::vector<int> CaseTable::wholes(std::string_view key) {
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

std::vector<std::string> CaseTable::texts(std::string_view key) {
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

std::optional<Formula> CaseTable::formula(std::string_view key) {
  const SceneNode* node = take(key);
  if (!node) return std::nullopt;
  auto found = formula_of(*node);
  if (!found) must_be(*node, "a number, or a formula in quotes");
  return found;
}

Formula CaseTable::needed_formula(std::string_view key) {
  auto found = formula(key);
  if (!found) fail(table_.place, fmt::format("{} needs the key '{}'", where_, key));
  return found.value_or(Formula{});
}

std::vector<NamedFormula> CaseTable::formulas(std::string_view key) {
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

std::vector<FormulaPoint> CaseTable::points(std::string_view key) {
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

const SceneNode* CaseTable::table(std::string_view key) {
  const SceneNode* node = take(key);
  if (node && !node->is_table()) must_be(*node, "a table");
  return node && node->is_table() ? node : nullptr;
}

std::vector<const SceneNode*> CaseTable::tables(std::string_view key) {
  std::vector<const SceneNode*> all;
  const SceneNode* node = take(key);
  if (!node) return all;
  if (!node->is_list_of_tables()) must_be(*node, fmt::format("a list of tables; write [[{}]]", key));
  for (const SceneNode& item : node->children) all.push_back(&item);
  return all;
}

void CaseTable::finish() {
  for (const SceneNode& child : table_.children) {
    if (std::find(asked_.begin(), asked_.end(), child.key) != asked_.end()) continue;
    const std::string near = nearest_word(child.key, asked_);
    fail(child.key_place, fmt::format("{} has no key '{}'{}", where_, child.key,
                                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
}

}  // namespace spindrift
