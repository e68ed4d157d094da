// Everything of a liquid that outlives a step, by name.
#pragma once

#include "base/archive.h"
#include "liquid/liquid_state.h"

namespace spindrift {

template <int D>
void save_state(StateSaver& archive, const LiquidState<D>& state);

// Into a state that has the scene's shapes but no particles yet. Brings back what follows from the rest: the tiles'
// neighbours, the pose of the solids and the distance to them.
template <int D>
Status load_state(StateLoader& archive, LiquidState<D>& state);

}  // namespace spindrift
