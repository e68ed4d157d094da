// A scene file as a tree of plain values that know where they were written. The reader turns such a tree into a Scene,
// the writer makes one from a Scene; only scene_file.cpp knows the TOML library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

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

// The value in a few words, for `..., found 1.5`.
std::string short_text(const SceneNode& node);
std::string scalar_text(const SceneNode& node);  // of a boolean or a number, as TOML and JSON have it

// With question marks for control characters. Keys and texts of a file may hold anything; a message is one line.
std::string printable(std::string text);

// Builders, for values without a place.
SceneNode bool_node(bool value);
SceneNode integer_node(std::int64_t value);
SceneNode float_node(double value);
SceneNode text_node(std::string_view value);
SceneNode list_node(std::vector<SceneNode> items = {});

}  // namespace spindrift
