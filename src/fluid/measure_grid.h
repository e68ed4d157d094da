// What is measured alike in liquid and smoke.
#pragma once

#include "fluid/grid_state.h"

namespace spindrift {

// Writes the largest and the mean divergence of the fluid cells, as a share of the cell per step, from their net
// inflow.
template <int D>
void measure_divergence(const GridState<D>& state, const CellField<float, D>& inflow, FrameReport& report);

// The same after the first step, with what `find(state, inflow)` says that flows in.
template <template <int> class State, int D, class Find>
void measure_divergence(const State<D>& state, FrameReport& report, Find&& find) {
  if (state.step == 0) return;
  const auto inflow = state.scratch.template borrow<CellField<float, D>>();
  find(state, *inflow);
  measure_divergence<D>(state, *inflow, report);
}

// The largest speed of any solid's corner inside the domain over the coming frame, m/s; of motions that are shorter
// than half a frame, over what is left of this one.
template <int D>
double fastest_solid(const GridState<D>& state);

}  // namespace spindrift
