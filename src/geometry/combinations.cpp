// Union and difference of signed distances.
#include "geometry/combinations.h"

#include <algorithm>

namespace spindrift {

template <int D>
double UnionShape<D>::distance(const VecD<D>& x) const {
  double nearest = parts_.front()->distance(x);
  for (std::size_t i = 1; i < parts_.size(); ++i) nearest = std::min(nearest, parts_[i]->distance(x));
  return nearest;
}

template <int D>
Box<D> UnionShape<D>::bounds() const {
  Box<D> hull = parts_.front()->bounds();
  for (const auto& part : parts_) {
    const Box<D> box = part->bounds();
    hull.low = min(hull.low, box.low);
    hull.high = max(hull.high, box.high);
  }
  return hull;
}

template <int D>
double DifferenceShape<D>::distance(const VecD<D>& x) const {
  double result = parts_.front()->distance(x);
  for (std::size_t i = 1; i < parts_.size(); ++i) result = std::max(result, -parts_[i]->distance(x));
  return result;
}

template class UnionShape<2>;
template class UnionShape<3>;
template class DifferenceShape<2>;
template class DifferenceShape<3>;

}  // namespace spindrift
