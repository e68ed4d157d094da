// The density of the liquid at rest, in splatted particles per cell.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Measured once, in the state a run starts from: the mean over cells whose neighbours are all wet. A cell beside a wall
// may be half empty, since liquid need not begin where the wall ends. With too few of them it is the seeding's. What is
// emitted later does not change it.
template <int D>
void measure_rest_density(LiquidState<D>& state);

}  // namespace spindrift
