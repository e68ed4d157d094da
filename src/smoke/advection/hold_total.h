// Totals of smoke, heat and fuel over a step of advection, for each region of connected gas.
#pragma once

#include "smoke/regions/gas_regions.h"

namespace spindrift {

// Fire lets the gas expand by what burnt in the last step: the same smoke, heat and fuel in more room. The flow
// diverges there and would carry the values on as they are. What the cells lose here, the wider spread of the rest
// gives back.
template <int D>
void thin_out(SmokeState<D>& state);

// What flows out of each region into the air in this step, upwind, in cells; taken from the books. A cell can lose no
// more than it holds, however many of its faces are open and however fast the gas.
template <int D>
RegionSums<kQuantities> count_outflow(SmokeState<D>& state, float cells_per_speed);

// After both passes of MacCormack: changes the new values so that every region holds its total, but for what has left
// it.
template <int D>
void hold_total(SmokeState<D>& state, std::size_t q, const RegionSums<kQuantities>& left);

}  // namespace spindrift
