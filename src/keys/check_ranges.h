// Checks a scene made in code by the rules for scene files.
#pragma once

#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The error names the key, as `solver.flip`, and its range.
Status check_ranges(const Scene& scene);

// Checks probes that are not part of the scene.
Status check_probes(const std::vector<ProbeSettings>& probes, const Scene& scene);

}  // namespace spindrift
