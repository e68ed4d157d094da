// `table.key=value` from the command line, put into the tree of a scene file before it is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/scene_node.h"
#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kOverrideFile = "--set";  // what errors name in place of a file

struct Override {
  std::vector<std::string> path;  // `liquid.2.count` in its parts
  std::string value;
  bool adds = false;  // `path+=value`: the value is one more of the list at the path
};
Result<Override> split_override(std::string_view text);

// Puts the value at the path. A table that is not there yet is made. Of a list of tables, a number counted from 1 picks
// one; it may be left out if there is only one.
Status apply_override(SceneNode& root, const std::vector<std::string>& path, SceneNode value);

// Adds the value to the list at the path, which is made if there is none.
Status add_to_list(SceneNode& root, const std::vector<std::string>& path, SceneNode value);

// Makes overrides of either kind, one after the other.
Status apply_overrides(SceneNode& root, const std::vector<std::string>& overrides);

}  // namespace spindrift
