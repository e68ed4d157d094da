// The frame loop of smoke.
#pragma once

#include "fluid/solver.h"
#include "smoke/smoke_step.h"

namespace spindrift {

template <int D>
using SmokeSolver = Solver<SmokeState<D>>;

}  // namespace spindrift
