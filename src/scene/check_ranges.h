// Whether the numbers of a scene that was made in code lie where those of a file must.
#pragma once

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The error names the key, as `solver.flip`, and its range.
Status check_ranges(const Scene& scene);

}  // namespace spindrift
