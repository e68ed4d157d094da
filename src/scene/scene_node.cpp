#include "scene/scene_node.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
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

std::string key_text(const std::string& key) {
  const bool is_bare =
      !key.empty() &&
      key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == std::string::npos;
  return is_bare ? key : quoted(key);
}

// TOML and JSON write these alike.
std::string leaf_text(const SceneNode& node) {
  const bool is_text = node.kind == SceneNode::Kind::kText || node.kind == SceneNode::Kind::kDate;
  return is_text ? quoted(node.text) : scalar_text(node);
}

std::string table_text(const std::string& heading, const SceneNode& table) {
  std::string out = "\n" + heading + "\n";
  for (const SceneNode& child : table.children)
    out += (child.is_derived ? "# " : "") + key_text(child.key) + " = " + to_inline_toml(child) +
           (child.is_derived ? ", which follows from other keys\n" : "\n");
  return out;
}

}  // namespace

std::string to_inline_toml(const SceneNode& node) {
  if (!node.is_list() && !node.is_table()) return leaf_text(node);
  std::string out;
  for (const SceneNode& child : node.children) {
    if (child.is_derived) continue;
    if (!out.empty()) out += ", ";
    if (node.is_table()) out += key_text(child.key) + " = ";
    out += to_inline_toml(child);
  }
  return node.is_list() ? "[" + out + "]" : "{" + out + "}";
}

std::string to_toml(const SceneNode& root) {
  std::string values, tables;
  for (const SceneNode& child : root.children) {
    const std::string key = key_text(child.key);
    if (child.is_table()) {
      tables += table_text("[" + key + "]", child);
    } else if (child.is_list_of_tables()) {
      for (const SceneNode& item : child.children) tables += table_text("[[" + key + "]]", item);
    } else {
      values += key + " = " + to_inline_toml(child) + "\n";
    }
  }
  return values + tables;
}

std::string to_json(const SceneNode& node, int indent) {
  if (!node.is_list() && !node.is_table()) return leaf_text(node);
  const bool is_long = node.is_table() || node.is_list_of_tables();
  const std::string line_break = "\n" + std::string(static_cast<std::size_t>(indent), ' ');
  std::string out;
  for (const SceneNode& child : node.children) {
    if (!out.empty()) out += is_long ? "," : ", ";
    if (is_long) out += line_break + "  ";
    if (node.is_table()) out += quoted(child.key) + ": ";
    out += to_json(child, is_long ? indent + 2 : indent);
  }
  if (is_long && !out.empty()) out += line_break;
  return node.is_list() ? "[" + out + "]" : "{" + out + "}";
}

}  // namespace spindrift
