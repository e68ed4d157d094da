// Copies of a state for writers and viewers.
#pragma once

#include "liquid/liquid_state.h"
#include "smoke/smoke_state.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"

namespace spindrift {

template <int D>
ParticleFrame copy_particles(const LiquidState<D>& state, ParticleFrame memory);

template <template <int> class State, int D>
CellFrame copy_cells(const State<D>& state, CellFrame memory);
template <template <int> class State, int D>
CellFrame copy_region(const State<D>& state, const CellRange& range);
template <template <int> class State, int D>
FluidCells copy_fluid_cells(const State<D>& state);

template <int D>
std::int64_t count_particles(const LiquidState<D>& state) {
  return static_cast<std::int64_t>(state.particles.count());
}

// Smoke has no particles.
template <int D>
ParticleFrame copy_particles(const SmokeState<D>& state, const ParticleFrame&) {
  ParticleFrame none;
  none.dimension = D;
  none.time = state.time;
  none.cell_size = state.domain.h;
  return none;
}
template <int D>
std::int64_t count_particles(const SmokeState<D>&) {
  return 0;
}

}  // namespace spindrift
