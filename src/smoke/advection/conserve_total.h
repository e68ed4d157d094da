// Totals of smoke, heat and fuel over a step of advection, for each region of connected gas.
#pragma once

#include "smoke/advection/advect_tile.h"
#include "smoke/regions/gas_regions.h"

namespace spindrift {

// Fire lets the gas expand by what burnt in the last step: the same smoke, heat and fuel in more room. The flow
// diverges there, and advection alone would keep the values as they are. What the cells lose here is owed to their
// region, and the wider spread of the rest makes up for it.
template <int D>
void dilute_expanding_gas(SmokeState<D>& state);

// What flows out of each region into the air in this step, upwind; booked as gone. A cell can lose no more than it
// holds, however many of its faces are open and however fast the gas.
template <int D>
RegionSums<QuantityAmounts> count_outflow(SmokeState<D>& state, float cells_per_speed);

// After both passes of MacCormack over quantity q, of which `field` holds the old values, the first step and the new
// values: changes the new values so that every region keeps its total, but for what has left it.
template <int D>
void conserve_total(SmokeState<D>& state, std::size_t q, const AdvectedQuantity<D>& field,
                    const std::vector<QuantityAmounts>& left);

}  // namespace spindrift
