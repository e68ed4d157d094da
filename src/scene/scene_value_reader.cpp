#include "scene/scene_value_reader.h"

#include <cmath>

#include "base/split.h"
#include "scene/scene_nearest.h"
#include "settings/start_flow.h"

namespace spindrift {

SceneNode listed(const SceneNode& text) {
  SceneNode list = list_node();
  list.place = text.place;
  for (const std::string_view word : split(text.text, ',')) {
    list.children.push_back(text_node(trimmed(word)));
    list.children.back().place = text.place;
  }
  return list;
}

std::string SceneValueReader::must_be(const SceneKey& key, std::string_view wanted, const SceneNode& found) const {
  const std::string in = is_top() ? "" : fmt::format(" in {}", where_);
  return fmt::format("'{}'{} must be {}, found {}", key.name, in, wanted, short_text(found));
}

bool SceneValueReader::read_number(const SceneKey& key, const SceneNode& node, double& number) {
  if (!node.is_number()) {
    state_.fail(node.place, must_be(key, "a number", node) + hint_for_number(key, node));
  } else if (!std::isfinite(node.number)) {
    state_.fail(node.place, must_be(key, "a finite number", node));
  } else if (!key.range.contains(node.number)) {
    state_.fail(node.place, must_be(key, key.range.text(), node));
  } else {
    number = node.number;
    return true;
  }
  return false;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, bool& member) {
  if (node.kind != SceneNode::Kind::kBool)
    return state_.fail(node.place, must_be(key, "true or false", node) + hint_for_truth(node) + std::string(key.hint));
  member = node.boolean;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::int64_t& member) {
  double number = 0.0;
  if (node.is_number() && node.kind != SceneNode::Kind::kInteger && std::isfinite(node.number)) {
    constexpr double kMost = 9223372036854775808.0;  // whole numbers from here on come as others: no integer holds them
    const bool is_huge = std::abs(node.number) >= kMost && !key.range.contains(node.number);
    if (is_huge) return state_.fail(node.place, must_be(key, key.range.text(), node));
    return state_.fail(node.place, must_be(key, "a whole number", node) + hint_for_number(key, node));
  }
  if (read_number(key, node, number)) member = node.integer;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, int& member) {
  std::int64_t wide = member;
  read(key, node, wide);
  member = static_cast<int>(wide);  // the ranges of such keys fit
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::string& member) {
  if (node.kind != SceneNode::Kind::kText) return state_.fail(node.place, must_be(key, "a text in quotes", node));
  member = node.text;
}

void SceneValueReader::read_numbers(const SceneKey& key, const SceneNode& node, int wanted, std::string_view why,
                                    Vec3d& member) {
  const std::string wanted_text = fmt::format("a list of {} numbers", wanted);
  if (!node.is_list()) return state_.fail(node.place, must_be(key, wanted_text, node) + hint_for_list(node));
  if (static_cast<int>(node.children.size()) != wanted) {
    return state_.fail(node.place, must_be(key, fmt::format("{}{}", wanted_text, why), node));
  }
  Vec3d values{};
  for (int axis = 0; axis < wanted; ++axis) {
    if (!read_number(key, node.children[axis], values[axis])) return;
  }
  member = values;
}

// Numbers, formulas or some of each. A formula that is wrong is known here, where its place is.
void SceneValueReader::read(const SceneKey& key, const SceneNode& node, StartVelocity& member) {
  const auto is_text = [](const SceneNode& item) { return item.kind == SceneNode::Kind::kText; };
  if (!node.is_list() || std::none_of(node.children.begin(), node.children.end(), is_text))
    return read(key, node, member.value);
  const int wanted = state_.dimension();
  if (static_cast<int>(node.children.size()) != wanted)
    return state_.fail(node.place,
                       must_be(key, fmt::format("a list of {} numbers or formulas like domain.size", wanted), node));
  StartVelocity velocity;
  for (std::size_t a = 0; a < node.children.size(); ++a) {
    const SceneNode& item = node.children[a];
    if (!is_text(item)) {
      if (!read_number(key, item, velocity.value[static_cast<int>(a)])) return;
      continue;
    }
    velocity.formulas[a] = item.text;
    const auto formula = Expression::compile(item.text, names_of_coordinates(wanted));
    if (!formula)
      return state_.fail(item.place,
                         fmt::format("'{}' in {} has a wrong formula: {}", key.name, where_, formula.error().message));
  }
  member = velocity;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<std::string>& members) {
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of texts", node) + hint_for_list(node));
  for (const SceneNode& item : node.children) read(key, item, members.emplace_back());
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<double>& members) {
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of numbers", node) + hint_for_list(node));
  for (const SceneNode& item : node.children)
    if (!read_number(key, item, members.emplace_back())) return;
}

std::optional<std::size_t> SceneValueReader::find_word(const SceneKey& key, const SceneNode& node,
                                                       const std::vector<std::string>& words) {
  if (node.kind != SceneNode::Kind::kText) {
    state_.fail(node.place, must_be(key, word_list(words), node));
    return std::nullopt;
  }
  const auto found = std::find(words.begin(), words.end(), node.text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string near = likely_word(node.text, words);
  const std::string hint = near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
  state_.fail(node.place, must_be(key, word_list(words), node) + hint);
  return std::nullopt;
}

}  // namespace spindrift
