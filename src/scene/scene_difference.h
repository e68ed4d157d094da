// In what two scenes differ, key by key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

struct SceneDifference {
  std::string key;          // `solver.flip`, `liquid.2.max`
  std::string before, now;  // the values, or `nothing`
};

// A mesh or a table is the same by what it holds, wherever it lies: then the names of files do not count.
enum class FileNames { kCount, kDoNotCount };

bool is_simulated(std::string_view key);  // whether the fluid may move otherwise with another value
bool is_file_name(std::string_view key);  // whether its value is the name of a mesh or a table

// The first key in which the scenes would not be simulated alike: title, length, outputs and checkpoints do not count.
std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now,
                                                FileNames names = FileNames::kCount);
// The same of trees of resolved scenes, which need not be such as can be read.
std::optional<SceneDifference> first_difference(const SceneNode& before, const SceneNode& now, FileNames names);

// The keys of files and pictures in which they differ.
std::vector<SceneDifference> output_differences(const Scene& before, const Scene& now);

}  // namespace spindrift
