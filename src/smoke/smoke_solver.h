// The frame loop of smoke.
#pragma once

#include "fluid/solver.h"
#include "smoke/smoke_step.h"

namespace spindrift {

// The rows this scene runs: without those that have nothing to do.
template <int D>
std::vector<Stage<SmokeState<D>>> smoke_step(const Physics& scene);

template <int D>
using SmokeSolver = Solver<SmokeState<D>>;

}  // namespace spindrift
