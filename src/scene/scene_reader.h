// From a tree of values to a Scene: every key known, every value of the right type and in its range, and the whole
// making sense. The first mistake found is the result otherwise.
#pragma once

#include "scene/scene_node.h"
#include "spindrift/scene_file.h"

namespace spindrift {

Result<Scene> read_scene_tree(const SceneNode& root, const std::string& file_name, const SceneFiles& files);

}  // namespace spindrift
