// The frame loop of smoke, and what it measures.
#pragma once

#include "fluid/solver.h"
#include "smoke/smoke_step.h"
#include "spindrift/report.h"

namespace spindrift {

template <int D>
using SmokeSolver = Solver<SmokeState<D>>;

// Fills the physical part of the report (not times, sub-steps or the solver's).
template <int D>
void measure(const SmokeState<D>& state, FrameReport& report);

// The longest allowed step: neither the fastest gas nor gas accelerated by the strongest buoyancy crosses more than
// `cfl` cells.
template <int D>
double cfl_step(const SmokeState<D>& state);

}  // namespace spindrift
