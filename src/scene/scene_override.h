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
};
Result<Override> split_override(std::string_view text);

// Puts the value at the path. A table that is not there yet is made. Of a list of tables, a number counted from 1 picks
// one; it may be left out if there is only one.
Status apply_override(SceneNode& root, const std::vector<std::string>& path, SceneNode value);

}  // namespace spindrift
