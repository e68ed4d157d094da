// The liquid's volume as the cells show it.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// m^3 (m^2 in 2D)
template <int D>
double wet_volume(const LiquidState<D>& state);

}  // namespace spindrift
