// Whether two scenes would be simulated alike.
#pragma once

#include <optional>
#include <string>

#include "spindrift/scene.h"

namespace spindrift {

struct SceneDifference {
  std::string key;          // `solver.flip`, `liquid.2.max`
  std::string before, now;  // the values, or `nothing`
};

// The first key in which the scenes differ, apart from those that do not change the simulation: title, length, outputs
// and checkpoints.
std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now);

}  // namespace spindrift
