// Extends values one cell beyond the gas, for interpolation near its edge. The weights depend on cells and solids
// alone: they are planned when these change, and applied from short lists.
#pragma once

#include "smoke/smoke_state.h"

namespace spindrift {

// Call after the types or the solids changed. Finds the outlets and the walled cells, and plans the values of
// quantities and of each component of the velocity.
//   Smoke, heat, fuel: solid cells next to the gas have the mean of the gas they touch (no flux through walls); air
//   outside is zero.
//   Velocity, on faces that no gas can pass:
//     in the plane of a closed side, zero;
//     in a solid, the mean of the open faces around without its component into the solid, u - ((u - u_solid) . n) n, so
//     that gas slides along walls at any angle [Bridson2015, sec. 6.3]; at no-slip walls, the value for which the
//     velocity at the wall is the wall's;
//     in air, the mean of the open faces around, or the wind.
template <int D>
void plan_extension(SmokeState<D>& state);

template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field);

template <int D>
void extend_faces(const SmokeState<D>& state, FaceField<float, D>& velocity);

}  // namespace spindrift
