// The keys in which two scenes differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

struct SceneDifference {
  std::string key;          // `solver.flip`, `liquid.2.max`
  std::string before, now;  // the values, or `nothing`
};

// Whether file names count. Where contents are compared by hash, they do not.
enum class FileNames { kCount, kDoNotCount };

bool is_file_name(std::string_view path);  // whether the value is the name of a mesh or a table

// The first differing key that affects the fluid.
std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now,
                                                FileNames names = FileNames::kCount);
// Likewise for trees of resolved scenes, which need not be readable as scenes.
std::optional<SceneDifference> first_difference(const SceneNode& before, const SceneNode& now, FileNames names);

// The differing keys that affect outputs.
std::vector<SceneDifference> output_differences(const Scene& before, const Scene& now);

// Refuses to change a fixed key of a running scene.
Status check_change(const Scene& running, const Scene& next);

}  // namespace spindrift
