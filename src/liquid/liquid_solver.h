// The frame loop of a liquid.
#pragma once

#include "fluid/solver.h"
#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
using LiquidSolver = Solver<LiquidState<D>>;

}  // namespace spindrift
