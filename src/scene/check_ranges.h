// Whether the numbers of a scene that was made in code lie where those of a file must.
#pragma once

#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The error names the key, as `solver.flip`, and its range.
Status check_ranges(const Scene& scene);

// The same for probes of one's own, which are to read a simulation of the scene.
Status check_probes(const std::vector<ProbeSettings>& probes, const Scene& scene);

}  // namespace spindrift
