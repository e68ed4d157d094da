// Fills the scene's liquid shapes with particles at the start of a run.
#pragma once

#include <functional>
#include <vector>

#include "liquid/liquid_state.h"

namespace spindrift {

// Calls visit(position in grid cells) for every place of a liquid's packing that lies in its shape, in a fixed order,
// until as many as the liquid's count, if it has one, were accepted: visit returned true.
template <int D>
void for_each_place(const Physics& scene, const Domain<D>& domain, const LiquidSettings& liquid, const Shape<D>& shape,
                    const std::function<bool(const VecD<D>&)>& visit);

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

}  // namespace spindrift
