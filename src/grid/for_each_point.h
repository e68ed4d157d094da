// A loop over the integer points of a box: cells, nodes or tiles.
#pragma once

#include "spindrift/vec.h"

namespace spindrift {

// Calls visit(point) for every point from low to high, both included, x fastest. A box with low beyond high is empty.
template <int D, class Visit>
void for_each_point(const VecI<D>& low, const VecI<D>& high, Visit&& visit) {
  for (int a = 0; a < D; ++a)
    if (low[a] > high[a]) return;
  for (VecI<D> point = low;;) {
    visit(point);
    int a = 0;
    for (; a < D && ++point[a] > high[a]; ++a) point[a] = low[a];
    if (a == D) return;
  }
}

}  // namespace spindrift
