// The stage, with a count of what it did, for tests.
#pragma once

#include <cstdint>

#include "liquid/liquid_state.h"

namespace spindrift {

// Does what push_particles_apart does. Returns how many pairs it compared because ranges of cells held more particles
// than liquid at rest has.
template <int D>
std::int64_t push_and_count(LiquidState<D>& state);

}  // namespace spindrift
