#include "geometry/solid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spindrift {

template <int D>
Solid<D>::Solid(std::shared_ptr<const Shape<D>> shape, const SolidSettings& motion)
    : shape_(std::move(shape)),
      motion_(motion),
      start_(motion.start),
      end_(motion.end),
      always_exists_(motion.always_exists()) {
  move_to(0.0, 0.0);
}

template <int D>
void Solid<D>::move_to(double time, double dt) {
  // A step that begins when the solid appears includes it; one that begins when it vanishes does not.
  exists_ = (start_ < time || start_ <= 0.0) && time <= end_;
  pose_ = motion_.pose(time);
  before_ = motion_.pose_before(time, dt);
  velocity_ = motion_.velocity(time, dt);
  if (wrapping_.period == VecD<D>{}) return;
  const VecD<D> back = whole_periods();  // for both poses: wrapping is not a jump
  pose_.place -= back;
  before_.place -= back;
}

// How far its centre is out of the domain, in whole periods.
template <int D>
VecD<D> Solid<D>::whole_periods() const {
  const VecD<D> center = placed(wrapping_.center) - wrapping_.image;
  VecD<D> far{};
  for (int a = 0; a < D; ++a)
    if (wrapping_.period[a] > 0.0) far[a] = wrapping_.period[a] * std::floor(center[a] / wrapping_.period[a]);
  return far;
}

template <int D>
VecD<D> Solid<D>::to_shape_frame(const VecD<D>& x) const {
  return transposed(pose_.rotation) * (x - pose_.place) + motion_.pivot();
}

template <int D>
double Solid<D>::distance(const VecD<D>& x) const {
  return exists_ ? shape_->distance(to_shape_frame(x)) : std::numeric_limits<double>::infinity();
}

template <int D>
VecD<D> Solid<D>::normal(const VecD<D>& x, double step) const {
  return pose_.rotation * shape_->normal(to_shape_frame(x), step);
}

template <int D>
VecD<D> Solid<D>::velocity(const VecD<D>& x) const {
  return velocity_.drift + velocity_.spin * (x - pose_.place);
}

template <int D>
VecD<D> Solid<D>::carried(const VecD<D>& x) const {
  if (before_ == pose_) return x;  // to the last bit
  return pose_.rotation * (transposed(before_.rotation) * (x - before_.place)) + pose_.place;
}

template <int D>
VecD<D> Solid<D>::in_pose_of(const Solid& other, const VecD<D>& x) const {
  return other.pose_.rotation * (transposed(pose_.rotation) * (x - pose_.place)) + other.pose_.place;
}

template <int D>
VecD<D> Solid<D>::placed(const VecD<D>& x) const {
  return pose_.rotation * (x - motion_.pivot()) + pose_.place;
}

template <int D>
Box<D> Solid<D>::bounds() const {
  const Box<D> own = shape_->bounds();
  Box<D> box{pose_.place, pose_.place};
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) {
      const double slope = pose_.rotation.rows[i][j];
      if (slope == 0.0) continue;  // 0 times an infinite bound is not a number
      const double a = slope * (own.low[j] - motion_.pivot()[j]), b = slope * (own.high[j] - motion_.pivot()[j]);
      box.low[i] += std::min(a, b);
      box.high[i] += std::max(a, b);
    }
  }
  return box;
}

template <int D>
double Solid<D>::reach(const Box<D>& within) const {
  const Box<D> own = bounds();
  VecD<D> farthest;
  for (int a = 0; a < D; ++a)
    farthest[a] = std::max(std::abs(std::clamp(own.low[a], within.low[a], within.high[a]) - pose_.place[a]),
                           std::abs(std::clamp(own.high[a], within.low[a], within.high[a]) - pose_.place[a]));
  return length(farthest);
}

template class Solid<2>;
template class Solid<3>;

}  // namespace spindrift
