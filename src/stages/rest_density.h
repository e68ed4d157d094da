// The density of the liquid at rest, in splatted particles per cell.
#pragma once

#include "stages/liquid_state.h"

namespace spindrift {

// Measured once, in the state a run starts from: the mean over wet cells whose neighbours are all wet or solid; what is
// emitted later does not change it.
template <int D>
void measure_rest_density(LiquidState<D>& state);

}  // namespace spindrift
