// Totals of smoke, heat and fuel over a step of advection, for each region of connected gas.
#pragma once

#include "smoke/advection/advect_tile.h"
#include "smoke/gas_regions.h"

namespace spindrift {

// Dilutes smoke, heat and fuel where fire expands the gas, by what burnt in the last step: the flow diverges there, and
// advection alone would not change the values. The region is owed what its cells lose here.
template <int D>
void dilute_expanding_gas(SmokeState<D>& state);

// What flows out of each region into the air in this step, upwind. Adds it to the ledger. A cell loses at most what it
// holds.
template <int D>
RegionSums<QuantityAmounts> count_outflow(SmokeState<D>& state, float cells_per_speed);

// Changes the new values of quantity q after both passes of MacCormack so that every region keeps its total, except for
// what has left it. `field` holds the old values, the first step and the new values.
template <int D>
void conserve_total(SmokeState<D>& state, std::size_t q, const AdvectedQuantity<D>& field,
                    const std::vector<QuantityAmounts>& left);

// Distributes what the bounds cut off MacCormack's values. Call after the last pass over a field with a `cut`.
//
// Where a front moves by a share c of a cell in a step, the corrected values of 1, 1, f, 0 change by c (1 - f) / 2, c /
// 2 and c f / 2: in sum by c, as the flow does. The first would exceed 1 and is cut off, so that the front lags by a
// quarter on average: a ripple between heavy and light gas grew a tenth too slowly on any grid. So the neighbours of a
// cell absorb what was cut off it, each in proportion to the margin to its own bounds. All values stay within their
// bounds, and the sum is conserved.
template <int D>
void spread_cut(const SmokeState<D>& state, const AdvectedQuantity<D>& field);

}  // namespace spindrift
