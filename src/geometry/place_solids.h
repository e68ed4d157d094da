// The scene's solids in its domain, with those that are seen across periodic sides.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "grid/domain.h"
#include "spindrift/error.h"

namespace spindrift {

// Appends them at their place of time 0.
template <int D>
Status place_solids(const Physics& scene, const Domain<D>& domain, std::vector<Solid<D>>& solids);

}  // namespace spindrift
