// Particles against walls and solids, at the end of their way.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Pushes the particles of a tile out of solids along the normal and back from closed sides; they lose only the part of
// their velocity, relative to the solid, that points inward. Marks those that left through an open side.
// Returns how many left.
template <int D>
int resolve_collisions(const SolidsView<D>& solids, const ParticlesView<D>& particles, int tile);

}  // namespace spindrift
