// Everything of smoke that outlives a step, by name.
#pragma once

#include "base/archive.h"
#include "smoke/smoke_state.h"

namespace spindrift {

template <int D>
void save_state(StateSaver& archive, const SmokeState<D>& state);

// Into a state that has the scene's shapes but no smoke yet.
template <int D>
Status load_state(StateLoader& archive, SmokeState<D>& state);

}  // namespace spindrift
