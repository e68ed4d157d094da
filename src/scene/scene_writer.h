// A scene as text, with every default filled in.
#pragma once

#include <string>
#include <string_view>

#include "scene/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

// First line of the scene.toml that a run leaves.
inline constexpr std::string_view kRunSceneStart = "# The scene of a run, as Spindrift understood it.\n";

Scene resolved(Scene scene);  // with defaults that depend on other settings filled in

// Reads back to the same scene. Values that follow from other keys are comments.
std::string toml_of(const Scene& scene);
std::string json_of(const Scene& scene,
                    int indent = 0);  // of the resolved one: one object that continues at `indent` spaces

SceneNode scene_tree(Scene scene);  // as it is, without resolving

}  // namespace spindrift
