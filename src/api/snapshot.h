// Copies of a state for writers and viewers, and what a scene will need.
#pragma once

#include <optional>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"
#include "stages/liquid_state.h"

namespace spindrift {

template <int D>
ParticleFrame copy_particles(const LiquidState<D>& state);

template <int D>
CellFrame copy_cells(const LiquidState<D>& state);

// Warnings for `check` and `run`.
std::vector<std::string> likely_mistakes(const Scene& scene, const Estimate& estimate);

// The error that a scene larger than the memory deserves.
std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed);

}  // namespace spindrift
