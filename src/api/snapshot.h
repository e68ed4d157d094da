// Copies of a state for writers and viewers, and what a scene will need.
#pragma once

#include <optional>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"
#include "stages/liquid_state.h"
#include "stages/seed_particles.h"
#include "stages/smoke_state.h"

namespace spindrift {

template <int D>
ParticleFrame copy_particles(const LiquidState<D>& state, ParticleFrame memory);

template <int D>
CellFrame copy_cells(const LiquidState<D>& state);
template <int D>
WetCells copy_wet_cells(const LiquidState<D>& state);

template <int D>
std::int64_t count_particles(const LiquidState<D>& state) {
  return static_cast<std::int64_t>(state.particles.count());
}

// Smoke has no particles.
template <int D>
ParticleFrame copy_particles(const SmokeState<D>&, const ParticleFrame&) {
  return {};
}
template <int D>
CellFrame copy_cells(const SmokeState<D>& state);
template <int D>
WetCells copy_wet_cells(const SmokeState<D>& state);
template <int D>
std::int64_t count_particles(const SmokeState<D>&) {
  return 0;
}

// The rest of an estimate, for smoke.
Result<Estimate> estimate_smoke(const Scene& scene, Estimate result);

// Warnings for `check` and `run`. Of liquids, `seeds` says what seeding comes to.
std::vector<std::string> likely_mistakes(const Scene& scene, const Estimate& estimate,
                                         const std::vector<SeedCount>& seeds = {});

// Refuses sources that can never emit, and warns of those that may not.
Status check_sources(const Scene& scene, std::vector<std::string>& warnings);

// The error that a scene larger than the memory deserves.
std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed);

}  // namespace spindrift
