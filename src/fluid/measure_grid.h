// Measures that liquid and smoke share.
#pragma once

#include "fluid/grid_state.h"

namespace spindrift {

// Writes the largest and the root mean square divergence of the fluid cells, in cell volumes per step.
template <int D>
void measure_divergence(const GridState<D>& state, const CellField<float, D>& inflow, FrameReport& report);

// With the inflow that find(state, inflow) computes; nothing before the first step.
template <template <int> class State, int D, class Find>
void measure_divergence(const State<D>& state, FrameReport& report, Find&& find) {
  if (state.step == 0) return;
  const auto inflow = state.scratch.template borrow<CellField<float, D>>();
  find(state, *inflow);
  measure_divergence<D>(state, *inflow, report);
}

// The largest speed over the next frame of any corner of a solid's box, clamped to the domain, m/s. Motions shorter
// than half a frame count in the rest of this frame only.
template <int D>
double fastest_solid(const GridState<D>& state);

}  // namespace spindrift
