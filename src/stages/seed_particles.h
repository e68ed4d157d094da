// Fills the scene's liquid shapes with particles at the start of a run.
#pragma once

#include <functional>

#include "stages/liquid_state.h"

namespace spindrift {

// Calls visit(position in grid cells) for every place of a liquid's packing that lies in its shape, in a fixed order, until
// as many as the liquid's count, if it has one, were accepted: visit returned true.
template <int D>
void for_each_place(const Scene& scene, const Domain<D>& domain, const LiquidSettings& liquid, const Shape<D>& shape,
                    const std::function<bool(const VecD<D>&)>& visit);

template <int D>
Status seed_particles(LiquidState<D>& state);

// How many particles seeding would make, without making them. Solids are not looked at.
template <int D>
Result<std::int64_t> count_places(const Scene& scene);

}  // namespace spindrift
