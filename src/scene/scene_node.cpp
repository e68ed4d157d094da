#include "scene/scene_node.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/scene_key.h"

namespace spindrift {

namespace {

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not inside a character
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

bool SceneNode::is_list_of_tables() const {
  const auto is_a_table = [](const SceneNode& child) { return child.is_table(); };
  return is_list() && !children.empty() && std::all_of(children.begin(), children.end(), is_a_table);
}

const SceneNode* SceneNode::find(std::string_view name) const {
  for (const SceneNode& child : children) {
    if (child.key == name) return &child;
  }
  return nullptr;
}

SceneNode* SceneNode::find(std::string_view name) {
  return const_cast<SceneNode*>(static_cast<const SceneNode*>(this)->find(name));
}

std::string scalar_text(const SceneNode& node) {
  if (node.kind == SceneNode::Kind::kBool) return node.boolean ? "true" : "false";
  return node.kind == SceneNode::Kind::kInteger ? std::to_string(node.integer) : number_text(node.number);
}

std::string short_text(const SceneNode& node) {
  switch (node.kind) {
    case SceneNode::Kind::kBool:
    case SceneNode::Kind::kInteger:
    case SceneNode::Kind::kFloat:
      return scalar_text(node);
    case SceneNode::Kind::kText:
      return fmt::format("the text '{}'", shortened(node.text));
    case SceneNode::Kind::kList:
      return fmt::format("a list of {}", node.children.size());
    case SceneNode::Kind::kTable:
      return "a table";
    case SceneNode::Kind::kDate:
      return "a date or time";
  }
  return "";
}

std::string printable(std::string text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

namespace {

template <class Value>
SceneNode node_of(SceneNode::Kind kind, Value SceneNode::* member, Value value) {
  SceneNode node;
  node.kind = kind;
  node.*member = std::move(value);
  return node;
}

}  // namespace

SceneNode bool_node(bool value) { return node_of(SceneNode::Kind::kBool, &SceneNode::boolean, value); }

SceneNode integer_node(std::int64_t value) {
  SceneNode node = node_of(SceneNode::Kind::kInteger, &SceneNode::integer, value);
  node.number = static_cast<double>(value);
  return node;
}

SceneNode float_node(double value) { return node_of(SceneNode::Kind::kFloat, &SceneNode::number, value); }

SceneNode text_node(std::string_view value) {
  return node_of(SceneNode::Kind::kText, &SceneNode::text, std::string(value));
}

SceneNode list_node(std::vector<SceneNode> items) {
  return node_of(SceneNode::Kind::kList, &SceneNode::children, std::move(items));
}

}  // namespace spindrift
