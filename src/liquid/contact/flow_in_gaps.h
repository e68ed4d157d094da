// Openings that the grid does not resolve: slots, between solids that stand, and gaps, which a moving solid closes. The
// projection makes a jet of any speed there where a cell has no other way out; what cannot leave is pressure, not
// speed.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// A face that is open by less than half a cell.
inline bool is_slot(float open) {
  constexpr float kResolved = 0.5f;  // of a face: smaller, and more speed is let through; larger, and less leaves
  return open > 0.0f && open < kResolved;
}

// A slot that moving solids made, or made narrower. As it closes, no finite velocity would carry off what they
// displace.
inline bool is_gap(float open, float beside_static) { return is_slot(open) && open < beside_static; }

// Liquid in gaps is no faster than the fastest that the grid resolves. What the solids displace beyond that stays
// behind: the particles there become denser, and what follows from their density corrects it.
template <int D>
void limit_flow_in_gaps(LiquidState<D>& state, float fastest);

// Liquid that jets through slots becomes no faster than a fall, or than the fastest that the grid resolves. Lowers
// `max_speed`.
template <int D>
void limit_flow_in_slots(LiquidState<D>& state);

// The particles of a tile, after a step whose flow had to be held: FLIP adds to what a particle has the whole change
// from a jet one way to a jet the other way, and would make it faster than either.
template <int D>
void limit_particle_speed(const ParticlesView<D>& particles, int tile, float slot_speed_limit);

}  // namespace spindrift
