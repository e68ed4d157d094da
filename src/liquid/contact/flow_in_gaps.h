// Limits the flow in openings that the grid does not resolve: slots between static solids, and gaps that a moving solid
// closes. Where a cell has no other outlet the projection makes a jet of unlimited speed there; in reality the pressure
// rises instead.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// A face that is open by less than half.
inline bool is_slot(float open) {
  constexpr float kResolved = 0.5f;  // share of the face
  return open > 0.0f && open < kResolved;
}

// A slot that moving solids made or narrowed. As it closes, no finite velocity carries off the liquid they displace.
inline bool is_gap(float open, float beside_static) { return is_slot(open) && open < beside_static; }

// Limits the speed in gaps to `fastest`, the largest that the grid resolves. Displaced liquid beyond that stays: the
// particles become denser, and the density correction spreads them.
template <int D>
void limit_flow_in_gaps(LiquidState<D>& state, float fastest);

// Limits the speed in slots to that of a fall or the largest that the grid resolves, whichever is larger. Lowers
// `max_speed` and sets `slot_speed_limit`.
template <int D>
void limit_flow_in_slots(LiquidState<D>& state);

// Limits the speed of a tile's particles, in a step with a slot_speed_limit: where a jet turns around, FLIP adds the
// whole change to the particle's own velocity and would make it faster than either jet.
template <int D>
void limit_particle_speed(const ParticlesView<D>& particles, int tile, float limit);

}  // namespace spindrift
