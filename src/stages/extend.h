// Values beyond the gas, one cell deep, for whoever interpolates near its edge. Which cells take from which follows
// from the cells' types alone: it is planned when they change, and then runs over short lists.
#pragma once

#include "stages/smoke_state.h"

namespace spindrift {

// After the types changed: plans for quantities and for each component of the velocity.
//   Smoke, heat, fuel: solid cells next to the gas take the mean of the gas they touch, so that walls neither give nor
//   take; air outside holds nothing.
//   Velocity: faces that touch no gas take the mean of their neighbours that do. Where the gas sticks to walls, faces
//   inside solids are mirrored instead, so that the velocity at the wall is the wall's. All others hold the wind.
template <int D>
void plan_extension(SmokeState<D>& state);

template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field);

template <int D>
void extend_faces(const SmokeState<D>& state, int axis, Field<float, D, Placement::kFace>& field);

}  // namespace spindrift
