// What is measured alike in liquid and smoke.
#pragma once

#include "fluid/grid_state.h"

namespace spindrift {

// Writes the largest and the mean divergence of the fluid cells, as a share of the cell per step, from their net
// inflow.
template <int D>
void measure_divergence(const GridState<D>& state, const CellField<float, D>& inflow, FrameReport& report);

// The largest speed of any solid's corner inside the domain over the coming frame, m/s.
template <int D>
double fastest_solid(const GridState<D>& state);

}  // namespace spindrift
