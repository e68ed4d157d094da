// The distance to the nearest solid, sampled at the cell centres of existing tiles, in cells. Domain walls not included.
#pragma once

#include "stages/grid_state.h"

namespace spindrift {

// After the tiles changed: keeps the distance to static solids where it is known, samples it where a tile is new, and
// adds the moving solids at their present place.
template <int D>
void carry_solid_distance(GridState<D>& state);

// Brings the distance to moving solids up to date with their present place.
template <int D>
void refresh_moving_distance(GridState<D>& state);

// Smallest distance to a solid at a point, metres; +infinity without solids. `nearest` receives the solid.
template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest = nullptr);

// Material velocity of the nearest solid at a point; zero if none moves.
template <int D>
VecD<D> solid_velocity(const GridState<D>& state, const VecD<D>& world);

// Whether a point, in cells from a tile's corner, may lie within `reach` cells of a solid. Cheap, and never wrongly no.
template <int D>
bool may_touch_solid(const GridState<D>& state, int tile, const VecD<D>& at, double reach = 0.02);

}  // namespace spindrift
