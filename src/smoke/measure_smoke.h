// Diagnostics of smoke: what one line of stats.jsonl says of it.
#pragma once

#include "smoke/smoke_state.h"
#include "spindrift/report.h"

namespace spindrift {

// Fills the physical part of the report (not times, sub-steps or the solver's).
template <int D>
void measure(const SmokeState<D>& state, FrameReport& report);

// Length of the longest step: the fastest gas, and gas that the strongest buoyancy sets in motion, cross `cfl` cells.
template <int D>
double cfl_step(const SmokeState<D>& state);

}  // namespace spindrift
