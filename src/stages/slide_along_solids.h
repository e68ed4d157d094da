// The velocity inside of solids, which particles beside them sample: that of the liquid, but along the solid's surface.
#pragma once

#include "stages/liquid_state.h"

namespace spindrift {

// Marks the faces that solids close as undefined, so that the extrapolation reaches into the solids. Faces of the
// domain's walls keep their zero: they lie on the wall exactly.
template <int D>
void forget_closed_faces(LiquidState<D>& state);

// Takes the part across the solid's surface out of the velocity on closed faces, relative to the solid: free slip
// [Bridson2015, sec. 5.1]. The change of velocity goes with it; the drift ends at the solid.
template <int D>
void slide_along_solids(LiquidState<D>& state);

}  // namespace spindrift
