// What the bounds of MacCormack's values cut off, put back beside them.
//
// Where a front moves by a share c of a cell in a step, the corrected values of 1, 1, f, 0 change by c (1 - f) / 2, c /
// 2 and c f / 2 around it: in sum by c, as the flow does. The first would lie above 1 and is cut off, so that the front
// lags behind, by a quarter on average: a ripple between heavy and light gas grew a tenth too slowly, on any grid. So
// what was cut off a cell goes to those beside it, to each by the room that its own bounds leave it. No value leaves
// its bounds, and sums stay what the correction made them.
#pragma once

#include "smoke/advection/advect_tile.h"

namespace spindrift {

// After MacCormack's last pass over a field with a `cut`.
template <int D>
void spread_cut(const SmokeState<D>& state, const AdvectedQuantity<D>& field);

}  // namespace spindrift
