// Values beyond the gas, one cell deep, for interpolation near its edge. Which value follows from which depends on the
// cells and solids alone: it is planned when they change, and then runs over short lists.
#pragma once

#include "smoke/smoke_state.h"

namespace spindrift {

// After the types or the solids changed: finds the outlets and the walled cells, and plans for quantities and for each
// component of the velocity.
//   Smoke, heat, fuel: solid cells next to the gas take the mean of the gas they touch, so that walls neither give nor
//   take; air outside holds nothing.
//   Velocity, on faces that no gas can pass:
//     in the plane of a closed side, zero;
//     in a solid, the mean of the open faces around, without what of it points into the solid: u - ((u - u_solid) . n)
//     n. So gas slides along walls at any angle [Bridson2015, sec. 6.3]. Where it sticks to them, the value makes the
//     velocity at the wall the wall's;
//     in air, the mean of the open faces around, or the wind.
template <int D>
void plan_extension(SmokeState<D>& state);

template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field);

template <int D>
void extend_faces(const SmokeState<D>& state, FaceField<float, D>& velocity);

}  // namespace spindrift
