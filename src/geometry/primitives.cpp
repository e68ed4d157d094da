// Exact signed distances of the primitives. Box and cylinder measure in a frame where they are the product of
// intervals: outside, the distance is the length of the positive overshoots; inside, the largest (negative) overshoot.
#include "geometry/primitives.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/math.h"

namespace spindrift {

namespace {

template <int N>
double distance_to_product(const VecD<N>& overshoot) {
  const VecD<N> outside = max(overshoot, VecD<N>{});
  const double deepest = *std::max_element(overshoot.at.begin(), overshoot.at.end());
  return length(outside) + std::min(deepest, 0.0);
}

}  // namespace

template <int D>
double BoxShape<D>::distance(const VecD<D>& x) const {
  VecD<D> overshoot;
  for (int i = 0; i < D; ++i) overshoot[i] = std::abs(x[i] - center_[i]) - half_[i];
  return distance_to_product(overshoot);
}

template <int D>
Box<D> SphereShape<D>::bounds() const {
  const auto reach = VecD<D>::filled(radius_);
  return {center_ - reach, center_ + reach};
}

template <int D>
CapsuleShape<D>::CapsuleShape(const VecD<D>& from, const VecD<D>& to, double radius)
    : from_(from), to_(to), radius_(radius) {
  const double squared = dot(to - from, to - from);
  if (squared > 0.0) along_ = (to - from) / squared;  // otherwise it is a sphere: the fraction stays 0
}

template <int D>
double CapsuleShape<D>::distance(const VecD<D>& x) const {
  const double fraction = std::clamp(dot(x - from_, along_), 0.0, 1.0);
  return length(x - from_ - (to_ - from_) * fraction) - radius_;
}

template <int D>
Box<D> CapsuleShape<D>::bounds() const {
  const auto reach = VecD<D>::filled(radius_);
  return {min(from_, to_) - reach, max(from_, to_) + reach};
}

template <int D>
CylinderShape<D>::CylinderShape(const VecD<D>& from, const VecD<D>& to, double radius)
    : center_((from + to) * 0.5),
      axis_((to - from) / length(to - from)),
      half_length_(length(to - from) * 0.5),
      radius_(radius) {}

template <int D>
double CylinderShape<D>::distance(const VecD<D>& x) const {
  const double along = dot(x - center_, axis_);
  const double across = length(x - center_ - axis_ * along);
  return distance_to_product<2>({{std::abs(along) - half_length_, across - radius_}});
}

template <int D>
Box<D> CylinderShape<D>::bounds() const {
  VecD<D> reach;
  for (int i = 0; i < D; ++i) {
    const double slope = std::sqrt(std::max(0.0, 1.0 - axis_[i] * axis_[i]));  // of the end disc against axis i
    reach[i] = std::abs(axis_[i]) * half_length_ + slope * radius_;
  }
  return {center_ - reach, center_ + reach};
}

template <int D>
Box<D> PlaneShape<D>::bounds() const {
  Box<D> box;  // infinite, except that a plane across an axis bounds that axis on one side
  for (int i = 0; i < D; ++i) {
    if (normal_[i] == 1.0) box.high[i] = point_[i];
    if (normal_[i] == -1.0) box.low[i] = point_[i];
  }
  return box;
}

template <int D>
WaveShape<D>::WaveShape(double level, double amplitude, double wavelength, double crest)
    : level_(level), amplitude_(amplitude), wave_number_(2.0 * std::numbers::pi / wavelength), crest_(crest) {}

template <int D>
double WaveShape<D>::distance(const VecD<D>& x) const {
  const double steepest = amplitude_ * wave_number_;
  return (x[1] - level_ - amplitude_ * math::cos(wave_number_ * (x[0] - crest_))) /
         std::sqrt(1.0 + steepest * steepest);
}

template <int D>
Box<D> WaveShape<D>::bounds() const {
  Box<D> box;
  box.high[1] = level_ + std::abs(amplitude_);
  return box;
}

template class WaveShape<2>;
template class WaveShape<3>;
template class BoxShape<2>;
template class BoxShape<3>;
template class SphereShape<2>;
template class SphereShape<3>;
template class CapsuleShape<2>;
template class CapsuleShape<3>;
template class CylinderShape<2>;
template class CylinderShape<3>;
template class PlaneShape<2>;
template class PlaneShape<3>;

}  // namespace spindrift
