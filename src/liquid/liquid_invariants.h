// What must hold of a liquid's state between any two stages. Checked after every stage in checked builds
// (SPINDRIFT_CHECKED).
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

template <int D>
void check_invariants(const LiquidState<D>& state);

}  // namespace spindrift
