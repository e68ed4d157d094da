#include "scene/scene_text.h"

#include "base/json.h"
#include "scene/scene_key.h"

namespace spindrift {

namespace {

// The escapes of JSON are valid in TOML too, which in addition wants the delete character escaped.
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

// What reads the same in TOML and in JSON.
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
