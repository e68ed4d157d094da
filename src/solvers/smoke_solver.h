// The frame loop of smoke.
#pragma once

#include "solvers/smoke_step.h"
#include "solvers/solver.h"

namespace spindrift {

template <int D>
using SmokeSolver = Solver<SmokeState<D>>;

}  // namespace spindrift
