// Diagnostics of a state: what one line of stats.jsonl says of it.
#pragma once

#include "spindrift/report.h"
#include "stages/liquid_state.h"

namespace spindrift {

// Fills the physical part of the report (not times, sub-steps or the solver's).
template <int D>
void measure(const LiquidState<D>& state, FrameReport& report);

// Length of the longest stable step: the fastest particle, and a particle falling from rest, cross `cfl` cells,
// and the shortest capillary wave one.
template <int D>
double cfl_step(const LiquidState<D>& state);

}  // namespace spindrift
