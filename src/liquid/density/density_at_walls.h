// The density of particles beside walls and solids, where part of the kernel's weight falls on the wrong side.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Beside closed sides of the domain the weight behind the wall is folded back, as if mirrored particles stood there;
// beside solids the density is divided by the share of the kernel that lies outside of them. Without this, walls would
// look thin of liquid. Without a level set and a density projection, whole solid cells hand their weight back.
template <int D>
void complete_density_at_walls(LiquidState<D>& state);

}  // namespace spindrift
