// A scene as a tree of values, with their places if it was read from a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

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

// Builders, for values without a place.
SceneNode bool_node(bool value);
SceneNode integer_node(std::int64_t value);
SceneNode float_node(double value);
SceneNode text_node(std::string_view value);
SceneNode list_node(std::vector<SceneNode> items = {});

std::string to_inline_toml(const SceneNode& node);  // on one line

Scene resolved(Scene scene);        // with defaults that depend on other settings filled in
SceneNode scene_tree(Scene scene);  // as it is, without resolving

}  // namespace spindrift
