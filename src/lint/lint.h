// Warnings about a scene that would run, but likely not as it was meant.
#pragma once

#include <string>
#include <vector>

#include "sim/estimate.h"
#include "spindrift/scene.h"

namespace spindrift {

struct LintedScene {
  SceneEstimate estimate;
  std::vector<std::string> warnings;
};

// Returns an error if the scene cannot run. A warning about shapes that may explain it is added to its message.
Result<LintedScene> lint(const Scene& scene);

// A line for each mesh: file, what it is for, triangles, extent.
Result<std::vector<std::string>> describe_meshes(const Scene& scene);

}  // namespace spindrift
