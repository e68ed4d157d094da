// A liquid whose scene changes while it runs.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Goes on as this scene from the next step on. What is fixed (see scene/key_list.h) has not changed.
template <int D>
Status change_scene(LiquidState<D>& state, const Physics& scene);

}  // namespace spindrift
