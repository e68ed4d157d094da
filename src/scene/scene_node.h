// A scene as a tree of values with their places in the file: TOML <-> tree <-> Scene.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/scene_file.h"

namespace spindrift {

struct SceneNode {
  enum class Kind { kBool, kInteger, kFloat, kText, kList, kTable, kDate };
  Kind kind = Kind::kTable;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0;  // of an integer as well
  std::string text;
  std::vector<SceneNode> children;  // the items of a list, or the entries of a table in the order they were written

  bool is_derived = false;  // follows from other keys: as TOML it is a comment

  std::string key;  // in the table that holds this node
  Place key_place;
  Place place;  // of the value

  bool is_table() const { return kind == Kind::kTable; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_number() const { return kind == Kind::kInteger || kind == Kind::kFloat; }
  bool is_list_of_tables() const;  // a list, not empty, of nothing but tables

  const SceneNode* find(std::string_view name) const;  // the entry of that name, or null
  SceneNode* find(std::string_view name);
};

// The value for messages: `found 1.5`, `found the text 'x'`.
std::string short_text(const SceneNode& node);
std::string scalar_text(const SceneNode& node);  // of a boolean or a number, as TOML and JSON have it

// Replaces control characters by question marks, so that a message stays on one line.
std::string printable(std::string text);

// As text.
std::string to_toml(const SceneNode& root);              // a file: [tables] and [[lists of tables]] at the top level
std::string to_json(const SceneNode& node, int indent);  // continues at `indent` spaces; no line break at the end
std::string to_inline_toml(const SceneNode& node);       // one value, on one line

// Parses TOML. An error has a place, and often a hint.
Result<SceneNode> parse_toml(std::string_view text, const std::string& file);

// Reads a tree as a Scene. The result is the first error if a key is unknown, a value is wrong, or a rule between keys
// is broken.
Result<Scene> read_scene_tree(const SceneNode& root, const std::string& file_name, const SceneFiles& files);

// Builders, for values without a place.
SceneNode bool_node(bool value);
SceneNode integer_node(std::int64_t value);
SceneNode float_node(double value);
SceneNode text_node(std::string_view value);
SceneNode list_node(std::vector<SceneNode> items = {});

}  // namespace spindrift
