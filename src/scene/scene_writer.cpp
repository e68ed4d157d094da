// Writes a scene as TOML and as JSON.
#include <algorithm>

#include "base/json.h"
#include "base/no_throw.h"
#include "keys/named_files.h"
#include "scene/scene_text.h"

namespace spindrift {

namespace {

std::string table_text(const std::string& heading, const SceneNode& table) {
  std::string out = "\n" + heading + "\n";
  for (const SceneNode& child : table.children)
    out += (child.is_derived ? "# " : "") + child.key + " = " + to_inline_toml(child) +
           (child.is_derived ? ", which follows from other keys\n" : "\n");
  return out;
}

// A file: [tables] and [[lists of tables]] at the top level.
std::string to_toml(const SceneNode& root) {
  std::string values, tables;
  for (const SceneNode& child : root.children) {
    if (child.is_table()) {
      tables += table_text("[" + child.key + "]", child);
    } else if (child.is_list_of_tables()) {
      for (const SceneNode& item : child.children) tables += table_text("[[" + child.key + "]]", item);
    } else {
      values += child.key + " = " + to_inline_toml(child) + "\n";
    }
  }
  return values + tables;
}

// Continues at `indent` spaces; no line break at the end.
std::string to_json(const SceneNode& node, int indent) {
  if (!node.is_list() && !node.is_table()) return to_inline_toml(node);  // alike in both
  const bool is_long = node.is_table() || node.is_list_of_tables();
  const std::string line_break = "\n" + std::string(static_cast<std::size_t>(indent), ' ');
  std::string out;
  for (const SceneNode& child : node.children) {
    if (!out.empty()) out += is_long ? "," : ", ";
    if (is_long) out += line_break + "  ";
    if (node.is_table()) out += json_string(child.key) + ": ";
    out += to_json(child, is_long ? indent + 2 : indent);
  }
  if (is_long && !out.empty()) out += line_break;
  return node.is_list() ? "[" + out + "]" : "{" + out + "}";
}
// Marks values that are not set but follow from other keys. They become comments, so that an edit of those keys still
// affects them after writing and reading.
void mark_derived(SceneNode& tree, const SceneNode& as_it_is) {
  if (tree.is_list_of_tables())
    for (std::size_t i = 0; i < tree.children.size(); ++i) mark_derived(tree.children[i], as_it_is.children[i]);
  if (!tree.is_table()) return;
  for (SceneNode& child : tree.children) {
    const SceneNode* same = as_it_is.find(child.key);
    if (same)
      mark_derived(child, *same);
    else
      child.is_derived = true;
  }
}

// Without the [frame] of a tank at rest.
SceneNode written_tree(const Scene& scene) {
  SceneNode tree = scene_tree(resolved(scene));
  mark_derived(tree, scene_tree(scene));
  if (!scene.frame.moves() && scene.frame.motion_file.empty())
    std::erase_if(tree.children, [](const SceneNode& node) { return node.key == "frame"; });
  return tree;
}

}  // namespace

std::string toml_of(const Scene& scene) { return to_toml(written_tree(scene)); }

Result<std::string> scene_to_toml(const Scene& scene) {
  return no_throw("writing a scene as text", [&]() -> Result<std::string> {
    if (Status named = check_names_of_files(scene); !named) return named.error();
    return toml_of(scene);
  });
}

std::string json_of(const Scene& scene, int indent) { return to_json(written_tree(scene), indent); }

}  // namespace spindrift
