// Functions that project_pressure shares with rows before it.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Solves for the pressure that makes the velocity divergence-free, including drift term and surface tension. Does not
// change the velocity. Sets `failure` if there is no solution.
template <int D>
void find_pressure(LiquidState<D>& state);

// The factor from the curvature, in 1/cells, to q at the surface: q = p dt / (density h) with p = sigma kappa.
template <int D>
float tension_of(const LiquidState<D>& state);

}  // namespace spindrift
