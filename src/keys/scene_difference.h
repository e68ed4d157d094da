// The keys in which two scenes differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// A resolved scene as lines `solver.flip = 0.95`, `liquid.2.max = [1.0, 0.5]`; those of its commands come last. Values
// are TOML.
std::string scene_lines(const Scene& scene);

struct SceneDifference {
  std::string key;          // `solver.flip`, `liquid.2.max`
  std::string before, now;  // the values, or `nothing`
};

// Whether file names count. Where contents are compared by hash, they do not.
enum class FileNames { kCount, kDoNotCount };

bool is_file_name(std::string_view path);  // whether the value is the name of a mesh or a table

// Between the lines of two scenes: the first differing key that affects the fluid, and all that affect outputs.
std::optional<SceneDifference> first_difference(std::string_view before, std::string_view now,
                                                FileNames names = FileNames::kCount);
std::vector<SceneDifference> output_differences(std::string_view before, std::string_view now);

// Refuses to change a fixed key of a running scene.
Status check_change(const Scene& running, const Scene& next);

}  // namespace spindrift
