// In what two scenes differ, key by key.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/scene.h"

namespace spindrift {

struct SceneDifference {
  std::string key;          // `solver.flip`, `liquid.2.max`
  std::string before, now;  // the values, or `nothing`
};

// The first key in which the scenes would not be simulated alike: title, length, outputs and checkpoints do not count.
std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now);

// The keys of files and pictures in which they differ.
std::vector<SceneDifference> output_differences(const Scene& before, const Scene& now);

}  // namespace spindrift
