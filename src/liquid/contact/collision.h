// Particles against walls and solids.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Particles keep this distance from walls and solids, in cells.
inline constexpr double kContactDistance = 0.01;

// When a path is followed: while the solids move through the step, at its beginning, before they do, or at its end.
enum class During { kStep, kStart, kEnd };

// When the rows between the sort and the transfer find the particles.
template <int D>
During present(const LiquidState<D>& state) {
  return state.scene.solver.order == StepOrder::kProjectThenMove ? During::kStart : During::kEnd;
}

// Follows the straight path of a particle and stops it at the first solid in the way, then lets it slide along:
// nothing tunnels, however thin the solid or fast the particle or the solid. Positions in metres.
template <int D>
VecD<D> stop_at_solids(const LiquidState<D>& state, const VecD<D>& from, const VecD<D>& to, During during);

// Pushes the particles of a tile out of solids along the normal and back from closed sides; they lose only the part of
// their velocity, relative to the solid, that points inward. Marks those that left through an open side.
// Returns how many left.
template <int D>
int resolve_collisions(LiquidState<D>& state, int tile);

}  // namespace spindrift
