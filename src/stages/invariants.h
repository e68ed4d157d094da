// What must hold of a state between any two stages. Checked after every stage in checked builds (SPINDRIFT_CHECKED).
#pragma once

#include "stages/liquid_state.h"
#include "stages/smoke_state.h"

namespace spindrift {

template <int D>
void check_invariants(const LiquidState<D>& state);
template <int D>
void check_invariants(const SmokeState<D>& state);

}  // namespace spindrift
