// The middle of the liquid along a periodic axis, where a mean of coordinates has no meaning: it would jump when a drop
// passes the side.
#pragma once

#include <optional>

#include "liquid/liquid_state.h"

namespace spindrift {

// In metres, in the domain. The coordinates are laid around a circle; the direction of their mean there says where most
// of the liquid is, and the mean of the shortest ways from that point is added to it. So of liquid that is no longer
// than half of the domain it is the centre of mass, exactly. None where the liquid has no middle: it is everywhere
// alike.
template <int D>
std::optional<double> center_around(const LiquidState<D>& state, int axis);

}  // namespace spindrift
