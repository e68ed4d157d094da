// Fills the scene's liquid shapes with particles at the start of a run.
#pragma once

#include <optional>
#include <vector>

#include "liquid/liquid_state.h"

namespace spindrift {

template <int D>
Status seed_particles(LiquidState<D>& state);

// What becomes of the places in a liquid's shape.
struct SeedCount {
  std::int64_t made = 0;  // particles
  std::int64_t in_solids = 0;
  std::int64_t in_earlier_liquids = 0;
  double cells = 0.0;  // that its particles fill
};

// What seeding would make of each of the scene's liquids, without making it. Very many places are estimated from a
// sample.
template <int D>
Result<std::vector<SeedCount>> count_seeds(const Physics& scene);

// The cells that the liquids' shapes hold inside of the domain and outside of solids; none of very many.
template <int D>
Result<std::optional<double>> cells_asked_for(const Physics& scene);

}  // namespace spindrift
