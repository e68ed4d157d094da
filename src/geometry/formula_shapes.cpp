#include "geometry/formula_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace spindrift {

namespace {

// Differences of double numbers over this share of a metre, or of the coordinate, have half of their digits.
double smallest_step(double x) { return 1e-7 * (1.0 + std::abs(x)); }

// Where a formula has no value there is nothing of its shape.
double outside_if_undefined(double distance) {
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

double distance_to_segment(const VecD<2>& x, const VecD<2>& a, const VecD<2>& b) {
  const VecD<2> along = b - a;
  const double share = std::clamp(dot(x - a, along) / dot(along, along), 0.0, 1.0);
  return length(x - a - along * share);
}

}  // namespace

template <int D>
double BelowShape<D>::height(const VecD<D>& x) const {
  if constexpr (D == 2) return surface_(std::array{x[0]});
  if constexpr (D == 3) return surface_(std::array{x[0], x[2]});
}

template <int D>
double BelowShape<D>::distance(const VecD<D>& x) const {
  const double here = height(x), gap = x[1] - here;
  double slopes = 0.0;  // the sum of their squares
  for (int a = 0; a < D; a += 2) {
    const double step = std::max(std::abs(gap), smallest_step(x[a]));
    VecD<D> offset;
    offset[a] = step;
    const double steepest = std::max(std::abs(height(x + offset) - here), std::abs(height(x - offset) - here)) / step;
    slopes += steepest * steepest;
  }
  return outside_if_undefined(gap / std::sqrt(1.0 + slopes));
}

template <int D>
BelowLineShape<D>::BelowLineShape(const NumberTable& table) {
  const int x = table.find("x"), y = table.find("y");
  for (int row = 0; row < table.rows(); ++row) points_.push_back({{table.at(row, x), table.at(row, y)}});
}

template <int D>
double BelowLineShape<D>::distance(const VecD<D>& at) const {
  const VecD<2> x{{at[0], at[1]}};
  const int count = static_cast<int>(points_.size());
  const auto point = [&](int i) -> const VecD<2>& { return points_[static_cast<std::size_t>(i)]; };
  const auto behind = std::upper_bound(points_.begin(), points_.end(), x[0],
                                       [](double value, const VecD<2>& p) { return value < p[0]; });
  const int next = static_cast<int>(behind - points_.begin());
  double level = point(std::clamp(next, 0, count - 1))[1];
  if (next > 0 && next < count) {
    const VecD<2>&a = point(next - 1), &b = point(next);
    level = a[1] + (b[1] - a[1]) * ((x[0] - a[0]) / (b[0] - a[0]));
  }
  // No segment that is farther away to a side than the nearest one so far can be nearer.
  double nearest = std::abs(x[1] - level);
  for (int i = std::max(next - 1, 0); i + 1 < count && point(i)[0] - x[0] < nearest; ++i)
    nearest = std::min(nearest, distance_to_segment(x, point(i), point(i + 1)));
  for (int i = std::min(next, count - 1) - 1; i >= 0 && x[0] - point(i + 1)[0] < nearest; --i)
    nearest = std::min(nearest, distance_to_segment(x, point(i), point(i + 1)));
  return std::copysign(nearest, x[1] - level);
}

template <int D>
Box<D> BelowLineShape<D>::bounds() const {
  Box<D> box;
  box.high[1] = points_.front()[1];
  for (const VecD<2>& point : points_) box.high[1] = std::max(box.high[1], point[1]);
  return box;
}

template <int D>
double ImplicitShape<D>::distance(const VecD<D>& x) const {
  constexpr double kFlattest = 1e-6;  // a function that changes less over a metre has no distance
  double squares = 0.0;
  for (int a = 0; a < D; ++a) {
    VecD<D> offset;
    offset[a] = smallest_step(x[a]);
    const double slope = (function_((x + offset).at) - function_((x - offset).at)) / (2.0 * offset[a]);
    squares += slope * slope;
  }
  return outside_if_undefined(function_(x.at) / std::max(std::sqrt(squares), kFlattest));
}

template class BelowShape<2>;
template class BelowShape<3>;
template class BelowLineShape<2>;
template class BelowLineShape<3>;
template class ImplicitShape<2>;
template class ImplicitShape<3>;

}  // namespace spindrift
