// The frame loop of a liquid, and what it measures.
#pragma once

#include "fluid/solver.h"
#include "liquid/liquid_step.h"
#include "spindrift/report.h"

namespace spindrift {

template <int D>
using LiquidSolver = Solver<LiquidState<D>>;

// Fills the physical part of the report (not times, sub-steps or the solver's).
template <int D>
void measure(const LiquidState<D>& state, FrameReport& report);

// The liquid's volume as the cells show it, m^3 (m^2 in 2D).
template <int D>
double wet_volume(const LiquidState<D>& state);

// Length of the longest stable step: the fastest particle, and a particle falling from rest, cross `cfl` cells,
// and the shortest capillary wave one.
template <int D>
double cfl_step(const LiquidState<D>& state);

}  // namespace spindrift
