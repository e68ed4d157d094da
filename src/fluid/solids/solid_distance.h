// What the tiles hold of solids (SolidSamples), and the solids' own distance and velocity at any point.
#pragma once

#include <span>

#include "fluid/grid_state.h"

namespace spindrift {

// Width of the differences that a solid's normal is found by, in cells: small beside any bend of a surface that the
// grid resolves, so that edges are not rounded off, and large beside the rounding of distances.
inline constexpr double kNormalStep = 0.01;

// A point closer to a solid than this may touch it, in cells: twice the distance that particles keep from solids, so
// that rounding does not matter.
inline constexpr double kTouchingDistance = 0.02;

// After the tiles changed: keeps the samples of static solids, samples them where a tile is new, and adds the moving
// solids at their present place.
template <int D>
void carry_solids(GridState<D>& state);

// Brings the samples of moving solids up to date with their present place.
template <int D>
void refresh_moving_solids(GridState<D>& state);

// Smallest distance to a solid at a point, metres; +infinity without solids. `nearest` receives the solid.
template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest = nullptr);

// The same for any solids.
template <int D>
double distance_to_solids(std::span<const Solid<D>> solids, const VecD<D>& world, const Solid<D>** nearest = nullptr);

// The component of the solids' velocity across the low face of a grid cell; zero on the domain's walls.
template <int D>
float solid_velocity_on_face(const SolidsView<D>& solids, const VecI<D>& cell, int axis);

// Whether a point, in cells from a tile's corner, may lie within `reach` cells of a solid. Cheap, and never wrongly no.
template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, const VecD<D>& at, double reach = kTouchingDistance);

// The same for all points of a tile and `reach` cells around it.
template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, double reach);

}  // namespace spindrift
