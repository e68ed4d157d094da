// The density of particles beside solids, as if the liquid went on behind their surfaces.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Near a solid part of the kernel's weight is missing. What is missing follows from where the liquid's surface would go
// on to if the solid were not there, so that a level set from the density finds it at the same height along walls, on
// floors that it runs out on and under ceilings. Cells with their centres in solids get a density, too.
template <int D>
void extend_density_into_solids(LiquidState<D>& state);

}  // namespace spindrift
