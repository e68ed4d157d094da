// The normal of any shape, from differences of its distance.
#include "geometry/shape.h"

namespace spindrift {

namespace {

// Below this slope (1 for a true distance) a difference straddles a ridge of the distance and its direction is noise.
constexpr double kFlatSlope = 1e-6;

}  // namespace

template <int D>
VecD<D> Shape<D>::normal(const VecD<D>& x, double step) const {
  VecD<D> central, forward;
  const double here = distance(x);
  for (int i = 0; i < D; ++i) {
    VecD<D> offset;
    offset[i] = step;
    const double ahead = distance(x + offset);
    central[i] = (ahead - distance(x - offset)) / (2.0 * step);
    forward[i] = (ahead - here) / step;
  }
  // In the middle of a wall or a ball the two sides cancel. Any way out will do there, but it must be a way out.
  for (const VecD<D>& slope : {central, forward}) {
    if (const double size = length(slope); size > kFlatSlope) return slope / size;
  }
  VecD<D> up;
  up[1] = 1.0;
  return up;
}

template class Shape<2>;
template class Shape<3>;

}  // namespace spindrift
