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

// An error where the scene cannot run, with the warning that may explain it.
Result<LintedScene> lint(const Scene& scene);

// A line for each mesh: file, what it is for, triangles, extent.
Result<std::vector<std::string>> describe_meshes(const Scene& scene);

}  // namespace spindrift
