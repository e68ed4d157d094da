// What cannot be in a domain that repeats itself.
#pragma once

#include <optional>
#include <string>

#include "spindrift/scene.h"

namespace spindrift {

// Says which turn of the scene's tank, if any, pushes liquid in a way that does not repeat itself along a periodic
// axis.
std::optional<std::string> turn_that_does_not_repeat(const Physics& scene);

}  // namespace spindrift
