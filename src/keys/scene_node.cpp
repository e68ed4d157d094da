#include "keys/scene_node.h"

#include <algorithm>

#include "base/json.h"
#include "keys/scene_key.h"

namespace spindrift {

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

namespace {

// JSON escapes are valid in TOML, which also requires the delete character to be escaped.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : json_string(text)) {
    if (c == 0x7f) {
      out += "\\u007f";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string to_inline_toml(const SceneNode& node) {
  if (node.kind == SceneNode::Kind::kText) return quoted(node.text);
  if (node.kind == SceneNode::Kind::kBool) return node.boolean ? "true" : "false";
  if (node.is_number())
    return node.kind == SceneNode::Kind::kInteger ? std::to_string(node.integer) : number_text(node.number);
  std::string out;
  for (const SceneNode& child : node.children) {
    if (child.is_derived) continue;
    if (!out.empty()) out += ", ";
    if (node.is_table()) out += child.key + " = ";
    out += to_inline_toml(child);
  }
  return node.is_list() ? "[" + out + "]" : "{" + out + "}";
}

}  // namespace spindrift
