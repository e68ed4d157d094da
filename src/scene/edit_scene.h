// Overrides (`table.key=value`) of the tree of a scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keys/scene_node.h"
#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kOverrideFile = "--set";  // what errors name in place of a file

struct Override {
  std::vector<std::string> path;  // `liquid.2.count` in its parts
  std::string value;
  bool adds = false;  // `path+=value` appends to the list at the path
};
Result<Override> split_override(std::string_view text);

// Sets the value at the path and creates missing tables. A number counted from 1 selects one of a list of tables; it
// may be left out if there is only one.
Status apply_override(SceneNode& root, const std::vector<std::string>& path, SceneNode value);

// Appends the value to the list at the path, which is created if missing.
Status add_to_list(SceneNode& root, const std::vector<std::string>& path, SceneNode value);

}  // namespace spindrift
