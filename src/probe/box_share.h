// What of a cell lies in the box of a probe; all of the domain's cells if it has none.
#pragma once

#include <algorithm>

#include "probe/probed_fluid.h"

namespace spindrift {

template <int D>
class BoxShare {
 public:
  BoxShare(const ProbedFluid<D>& fluid, const ProbeSettings& probe) {
    const Domain<D>& domain = fluid.domain();
    low_ = VecD<D>::from(domain.first_cell());
    high_ = low_ + VecD<D>::from(domain.cells);
    if (!probe.min || !probe.max) return;
    low_ = max(low_, domain.to_cells(VecD<D>::from(*probe.min)));
    high_ = min(high_, domain.to_cells(VecD<D>::from(*probe.max)));
  }

  bool meets_tile(const VecI<D>& first) const {
    bool meets = true;
    for (int a = 0; a < D; ++a) meets &= first[a] < high_[a] && first[a] + Tile<D>::kSide > low_[a];
    return meets;
  }
  // Along the axes but one, which may be none.
  double share(const VecI<D>& cell, int but = -1) const {
    double share = 1.0;
    for (int a = 0; a < D; ++a)
      if (a != but) share *= std::clamp(std::min(high_[a], cell[a] + 1.0) - std::max(low_[a], 1.0 * cell[a]), 0.0, 1.0);
    return share;
  }

 private:
  VecD<D> low_, high_;  // grid cells
};

}  // namespace spindrift
