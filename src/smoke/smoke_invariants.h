// What must hold of a smoke's state between any two stages. Checked after every stage in checked builds
// (SPINDRIFT_CHECKED).
#pragma once

#include "smoke/smoke_state.h"

namespace spindrift {

template <int D>
void check_invariants(const SmokeState<D>& state);

}  // namespace spindrift
