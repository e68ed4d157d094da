// A tree of scene values as text, in TOML or in JSON.
#pragma once

#include <string>

#include "scene/scene_node.h"

namespace spindrift {

std::string to_toml(const SceneNode& root);              // a file: [tables] and [[lists of tables]] at the top level
std::string to_json(const SceneNode& node, int indent);  // continues at `indent` spaces; no line break at the end
std::string to_inline_toml(const SceneNode& node);       // one value, on one line

}  // namespace spindrift
