// What of a cell lies in the box of a probe; all of the domain's cells if it has none.
#pragma once

#include <algorithm>

#include "probe/probed_fluid.h"

namespace spindrift {

template <int D>
class BoxShare {
 public:
  BoxShare(const ProbedFluid<D>& fluid, const ProbeSettings& probe) : domain_(fluid.domain()) {
    low_ = VecD<D>::from(domain_.first_cell());
    high_ = low_ + VecD<D>::from(domain_.cells);
    if (!probe.min || !probe.max) return;
    const VecD<D> low = domain_.to_cells(VecD<D>::from(*probe.min)), high = domain_.to_cells(VecD<D>::from(*probe.max));
    for (int a = 0; a < D; ++a) {
      goes_around_[a] =
          domain_.is_periodic[a] && (low[a] < low_[a] || high[a] > high_[a]) && high[a] - low[a] < domain_.cells[a];
      low_[a] = goes_around_[a] ? low[a] : std::max(low_[a], low[a]);
      high_[a] = goes_around_[a] ? high[a] : std::min(high_[a], high[a]);
    }
  }

  bool meets_tile(const VecI<D>& first) const {
    bool meets = true;
    for (int a = 0; a < D; ++a)
      meets &= goes_around_[a] || (first[a] < high_[a] && first[a] + Tile<D>::kSide > low_[a]);
    return meets;
  }
  // Along the axes but one, which may be none.
  double share(const VecI<D>& cell, int but = -1) const {
    double share = 1.0;
    for (int a = 0; a < D; ++a) {
      if (a == but) continue;
      double along = overlap(a, cell[a]);
      if (goes_around_[a]) along += overlap(a, cell[a] - domain_.cells[a]) + overlap(a, cell[a] + domain_.cells[a]);
      share *= along;
    }
    return share;
  }

 private:
  double overlap(int axis, int cell) const {
    return std::clamp(std::min(high_[axis], cell + 1.0) - std::max(low_[axis], 1.0 * cell), 0.0, 1.0);
  }

  Domain<D> domain_;
  VecD<D> low_, high_;          // grid cells
  Vec<bool, D> goes_around_{};  // the box passes a periodic side
};

}  // namespace spindrift
