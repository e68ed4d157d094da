// TOML text as a tree of plain values. An error says in which line and column, and what to write instead.
#pragma once

#include <string>
#include <string_view>

#include "scene/scene_node.h"

namespace spindrift {

Result<SceneNode> parse_toml(std::string_view text, const std::string& file);

}  // namespace spindrift
