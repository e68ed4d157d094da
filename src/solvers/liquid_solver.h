// The frame loop of a liquid.
#pragma once

#include "solvers/liquid_step.h"
#include "solvers/solver.h"

namespace spindrift {

template <int D>
using LiquidSolver = Solver<LiquidState<D>>;

}  // namespace spindrift
