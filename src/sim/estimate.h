// The parts of estimate(): what a scene will need, and what looks like a mistake in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "liquid/seed_particles.h"
#include "spindrift/error.h"
#include "spindrift/simulation.h"

namespace spindrift {

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
