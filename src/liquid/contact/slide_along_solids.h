// The velocity inside of solids, which particles beside them sample: that of the liquid, but along the solid's surface.
#pragma once

#include "grid/for_each_tile.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// A face that a solid closes, the velocity that the particles gave it, and how much that is beyond the one that was
// extrapolated to it.
struct ClosedFace {
  int axis, cell;
  float transferred, surplus;
};
using ClosedFaces = TileLists<ClosedFace>;

// Marks the faces that solids close as undefined, so that the extrapolation reaches into the solids. Faces of the
// domain's walls keep their zero: they lie on the wall exactly. `faces` become those that particles had reached.
template <int D>
void undefine_closed_faces(LiquidState<D>& state, ClosedFaces& faces);

// Gives the closed faces that the extrapolation has just reached, as its `layer`-th, the slope of the velocity toward
// them: beside a wall along which water turns it is not the same as one cell farther inside. Less of it as the liquid
// comes to rest, when slopes are noise.
template <int D>
void continue_slopes(LiquidState<D>& state, int layer);

// Takes the part across the solid's surface out of the velocity on closed faces, relative to the solid: free slip
// [Bridson2015, sec. 5.1]. The change of velocity loses as much, and on `faces` also what particles have gathered
// across the surface, which the grid does not move them by; what they have more or less along it is theirs to keep, but
// in slots. The drift ends at the solid.
template <int D>
void slide_along_solids(LiquidState<D>& state, ClosedFaces& faces);

}  // namespace spindrift
