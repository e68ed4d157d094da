// Fills the scene's liquid shapes with particles at the start of a run.
#pragma once

#include <optional>
#include <vector>

#include "liquid/liquid_state.h"

namespace spindrift {

template <int D>
Status seed_particles(LiquidState<D>& state);

// The places for particles in a liquid's shape.
struct SeedCount {
  std::int64_t made = 0;                // particles
  std::int64_t in_solids = 0;           // places inside of solids
  std::int64_t in_earlier_liquids = 0;  // places that an earlier liquid has
  double cells = 0.0;                   // filled by the particles
};

// Counts the particles that seeding would make of each liquid, without making them. Very large numbers are estimated
// from a sample.
template <int D>
Result<std::vector<SeedCount>> count_seeds(const Physics& scene);

// The number of cells that the liquids' shapes fill in the domain and outside of solids; none if there are very many.
template <int D>
Result<std::optional<double>> cells_asked_for(const Physics& scene);

}  // namespace spindrift
