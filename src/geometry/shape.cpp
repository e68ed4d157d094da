// The shapes of a scene as signed distances, exact where nothing else is said. One formula serves two and three
// dimensions: a sphere is a disc in 2D, a capsule a stadium, a cylinder an oriented rectangle.
#include "geometry/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <vector>

#include "base/expression.h"
#include "base/math.h"
#include "geometry/mesh/mesh_shape.h"
#include "settings/start_flow.h"
#include "settings/tables.h"
#include "spindrift/table.h"

namespace spindrift {

namespace {

// Box and cylinder are products of intervals: outside, the distance is the length of the positive overshoots; inside,
// the largest (negative) overshoot.
template <int N>
double distance_to_product(const VecD<N>& overshoot) {
  const VecD<N> outside = max(overshoot, VecD<N>{});
  const double deepest = *std::max_element(overshoot.at.begin(), overshoot.at.end());
  return length(outside) + std::min(deepest, 0.0);
}

template <int D>
class BoxShape final : public Shape<D> {
 public:
  BoxShape(const VecD<D>& low, const VecD<D>& high) : center_((low + high) * 0.5), half_((high - low) * 0.5) {}
  double distance(const VecD<D>& x) const override {
    VecD<D> overshoot;
    for (int i = 0; i < D; ++i) overshoot[i] = std::abs(x[i] - center_[i]) - half_[i];
    return distance_to_product(overshoot);
  }
  Box<D> bounds() const override { return {center_ - half_, center_ + half_}; }

 private:
  VecD<D> center_, half_;
};

template <int D>
class SphereShape final : public Shape<D> {
 public:
  SphereShape(const VecD<D>& center, double radius) : center_(center), radius_(radius) {}
  double distance(const VecD<D>& x) const override { return length(x - center_) - radius_; }
  Box<D> bounds() const override {
    const auto reach = VecD<D>::filled(radius_);
    return {center_ - reach, center_ + reach};
  }

 private:
  VecD<D> center_;
  double radius_;
};

// All points within `radius` of a segment.
template <int D>
class CapsuleShape final : public Shape<D> {
 public:
  CapsuleShape(const VecD<D>& from, const VecD<D>& to, double radius) : from_(from), to_(to), radius_(radius) {
    const double squared = dot(to - from, to - from);
    if (squared > 0.0) along_ = (to - from) / squared;  // otherwise it is a sphere: the fraction stays 0
  }
  double distance(const VecD<D>& x) const override {
    const double fraction = std::clamp(dot(x - from_, along_), 0.0, 1.0);
    return length(x - from_ - (to_ - from_) * fraction) - radius_;
  }
  Box<D> bounds() const override {
    const auto reach = VecD<D>::filled(radius_);
    return {min(from_, to_) - reach, max(from_, to_) + reach};
  }

 private:
  VecD<D> from_, to_,
      along_;  // along_ = (to - from) / |to - from|^2: turns a dot product into a fraction of the segment
  double radius_;
};

// Finite, with flat ends at `from` and `to`.
template <int D>
class CylinderShape final : public Shape<D> {
 public:
  CylinderShape(const VecD<D>& from, const VecD<D>& to, double radius)
      : center_((from + to) * 0.5),
        axis_((to - from) / length(to - from)),
        half_length_(length(to - from) * 0.5),
        radius_(radius) {}
  double distance(const VecD<D>& x) const override {
    const double along = dot(x - center_, axis_);
    const double across = length(x - center_ - axis_ * along);
    return distance_to_product<2>({{std::abs(along) - half_length_, across - radius_}});
  }
  Box<D> bounds() const override {
    VecD<D> reach;
    for (int i = 0; i < D; ++i) {
      const double slope = std::sqrt(std::max(0.0, 1.0 - axis_[i] * axis_[i]));  // of the end disc against axis i
      reach[i] = std::abs(axis_[i]) * half_length_ + slope * radius_;
    }
    return {center_ - reach, center_ + reach};
  }

 private:
  VecD<D> center_, axis_;  // axis_ has length 1
  double half_length_, radius_;
};

// The half space that the normal points away from.
template <int D>
class PlaneShape final : public Shape<D> {
 public:
  PlaneShape(const VecD<D>& point, const VecD<D>& normal) : point_(point), normal_(normal / length(normal)) {}
  double distance(const VecD<D>& x) const override { return dot(x - point_, normal_); }
  VecD<D> normal(const VecD<D>&, double) const override { return normal_; }
  Box<D> bounds() const override {
    Box<D> box;  // infinite, except that a plane across an axis bounds that axis on one side
    for (int i = 0; i < D; ++i) {
      if (normal_[i] == 1.0) box.high[i] = point_[i];
      if (normal_[i] == -1.0) box.low[i] = point_[i];
    }
    return box;
  }

 private:
  VecD<D> point_, normal_;
};

// Everything below a cosine along x. The distance is the height over the surface, scaled so that it is never too long.
template <int D>
class WaveShape final : public Shape<D> {
 public:
  WaveShape(double level, double amplitude, double wavelength, double crest)
      : level_(level), amplitude_(amplitude), wave_number_(2.0 * std::numbers::pi / wavelength), crest_(crest) {}
  double distance(const VecD<D>& x) const override {
    const double steepest = amplitude_ * wave_number_;
    return (x[1] - level_ - amplitude_ * math::cos(wave_number_ * (x[0] - crest_))) /
           std::sqrt(1.0 + steepest * steepest);
  }
  Box<D> bounds() const override {
    Box<D> box;
    box.high[1] = level_ + std::abs(amplitude_);
    return box;
  }

 private:
  double level_, amplitude_, wave_number_, crest_;
};

// Finite differences over this share of a metre, or of the coordinate, keep half of their digits.
double smallest_step(double x) { return 1e-7 * (1.0 + std::abs(x)); }

// Where a formula is undefined its shape is absent.
double outside_if_undefined(double distance) {
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

// Everything below y = surface(x), in 3D surface(x, z). The distance is the height g over the surface, divided by the
// length of the surface's slope within g: exact for planes, and at any smooth surface.
template <int D>
class BelowShape final : public Shape<D> {
 public:
  explicit BelowShape(Expression surface) : surface_(std::move(surface)) {}
  double distance(const VecD<D>& x) const override {
    const double here = height(x), gap = x[1] - here;
    double slopes = 0.0;  // sum of squares
    for (int a = 0; a < D; a += 2) {
      const double step = std::max(std::abs(gap), smallest_step(x[a]));
      VecD<D> offset;
      offset[a] = step;
      const double steepest = std::max(std::abs(height(x + offset) - here), std::abs(height(x - offset) - here)) / step;
      slopes += steepest * steepest;
    }
    return outside_if_undefined(gap / std::sqrt(1.0 + slopes));
  }
  Box<D> bounds() const override { return {}; }

 private:
  double height(const VecD<D>& x) const {
    if constexpr (D == 2) return surface_(std::array{x[0]});
    if constexpr (D == 3) return surface_(std::array{x[0], x[2]});
  }

  Expression surface_;
};

double distance_to_segment(const VecD<2>& x, const VecD<2>& a, const VecD<2>& b) {
  const VecD<2> along = b - a;
  const double share = std::clamp(dot(x - a, along) / dot(along, along), 0.0, 1.0);
  return length(x - a - along * share);
}

// Everything below a line through the points of a table, level beyond both ends, and along z in 3D.
template <int D>
class BelowLineShape final : public Shape<D> {
 public:
  explicit BelowLineShape(const NumberTable& table) {
    const int x = table.find("x"), y = table.find("y");
    for (int row = 0; row < table.rows(); ++row) points_.push_back({{table.at(row, x), table.at(row, y)}});
  }
  double distance(const VecD<D>& at) const override {
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
    // A segment farther away along x than the nearest one so far cannot be nearer.
    double nearest = std::abs(x[1] - level);
    for (int i = std::max(next - 1, 0); i + 1 < count && point(i)[0] - x[0] < nearest; ++i)
      nearest = std::min(nearest, distance_to_segment(x, point(i), point(i + 1)));
    for (int i = std::min(next, count - 1) - 1; i >= 0 && x[0] - point(i + 1)[0] < nearest; --i)
      nearest = std::min(nearest, distance_to_segment(x, point(i), point(i + 1)));
    return std::copysign(nearest, x[1] - level);
  }
  Box<D> bounds() const override {
    Box<D> box;
    box.high[1] = points_.front()[1];
    for (const VecD<2>& point : points_) box.high[1] = std::max(box.high[1], point[1]);
    return box;
  }

 private:
  std::vector<VecD<2>> points_;
};

// Where a function of the place is negative. The distance is its value over its slope: right at the surface, a guess
// far from it.
template <int D>
class ImplicitShape final : public Shape<D> {
 public:
  explicit ImplicitShape(Expression function) : function_(std::move(function)) {}
  double distance(const VecD<D>& x) const override {
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
  Box<D> bounds() const override { return {}; }

 private:
  Expression function_;
};

// min of the parts, at least one: exact outside; inside, where parts overlap, never too deep.
template <int D>
class UnionShape final : public Shape<D> {
 public:
  explicit UnionShape(Parts<D> parts) : parts_(std::move(parts)) {}
  double distance(const VecD<D>& x) const override {
    double nearest = parts_.front()->distance(x);
    for (std::size_t i = 1; i < parts_.size(); ++i) nearest = std::min(nearest, parts_[i]->distance(x));
    return nearest;
  }
  Box<D> bounds() const override {
    Box<D> hull = parts_.front()->bounds();
    for (const auto& part : parts_) {
      const Box<D> box = part->bounds();
      hull.low = min(hull.low, box.low);
      hull.high = max(hull.high, box.high);
    }
    return hull;
  }

 private:
  Parts<D> parts_;
};

// The first part without the others: max(d0, -d1, -d2, ...). The sign is right everywhere; the size is exact beside a
// smooth piece of surface and too small beside an edge cut by two parts.
template <int D>
class DifferenceShape final : public Shape<D> {
 public:
  explicit DifferenceShape(Parts<D> parts) : parts_(std::move(parts)) {}
  double distance(const VecD<D>& x) const override {
    double result = parts_.front()->distance(x);
    for (std::size_t i = 1; i < parts_.size(); ++i) result = std::max(result, -parts_[i]->distance(x));
    return result;
  }
  Box<D> bounds() const override { return parts_.front()->bounds(); }

 private:
  Parts<D> parts_;
};

Error bad_shape(const std::string& scene_file, std::string message) {
  return Error{ErrorCode::kBadInput, std::move(message), Place{scene_file}};
}

template <int D>
bool are_finite(std::initializer_list<VecD<D>> vectors) {
  return std::all_of(vectors.begin(), vectors.end(), [](const VecD<D>& v) {
    return std::all_of(v.at.begin(), v.at.end(), [](double value) { return std::isfinite(value); });
  });
}

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

template <int D>
Result<ShapePtr<D>> make_box(const ShapeSettings& settings, const std::string& scene_file) {
  const auto low = VecD<D>::from(settings.min), high = VecD<D>::from(settings.max);
  if (!are_finite<D>({low, high})) return bad_shape(scene_file, "the corners of a box must be finite");
  for (int i = 0; i < D; ++i) {
    if (high[i] > low[i]) continue;
    return bad_shape(scene_file, std::string("a box encloses nothing: max must be larger than min along ") + "xyz"[i]);
  }
  return ShapePtr<D>(std::make_shared<BoxShape<D>>(low, high));
}

template <int D>
Result<ShapePtr<D>> make_round(const ShapeSettings& settings, const std::string& scene_file) {
  using Kind = ShapeSettings::Kind;
  const std::string name = settings.kind == Kind::kSphere    ? "sphere"
                           : settings.kind == Kind::kCapsule ? "capsule"
                                                             : "cylinder";
  const auto center = VecD<D>::from(settings.center), from = VecD<D>::from(settings.from),
             to = VecD<D>::from(settings.to);
  const double radius = settings.radius;
  if (!is_positive(radius)) return bad_shape(scene_file, "the radius of a " + name + " must be larger than 0");
  if (!are_finite<D>({center, from, to})) return bad_shape(scene_file, "the place of a " + name + " must be finite");
  if (settings.kind == Kind::kSphere) return ShapePtr<D>(std::make_shared<SphereShape<D>>(center, radius));
  if (settings.kind == Kind::kCapsule) return ShapePtr<D>(std::make_shared<CapsuleShape<D>>(from, to, radius));
  if (!is_positive(length(to - from))) return bad_shape(scene_file, "a cylinder needs 'from' and 'to' apart");
  return ShapePtr<D>(std::make_shared<CylinderShape<D>>(from, to, radius));
}

template <int D>
Result<ShapePtr<D>> make_plane(const ShapeSettings& settings, const std::string& scene_file) {
  const auto point = VecD<D>::from(settings.point), normal = VecD<D>::from(settings.normal);
  if (!are_finite<D>({point})) return bad_shape(scene_file, "the point of a plane must be finite");
  if (!is_positive(length(normal))) return bad_shape(scene_file, "the normal of a plane must not be zero");
  return ShapePtr<D>(std::make_shared<PlaneShape<D>>(point, normal));
}

template <int D>
Result<ShapePtr<D>> make_wave(const ShapeSettings& settings, const std::string& scene_file) {
  if (!is_positive(settings.wavelength)) return bad_shape(scene_file, "the wavelength of a wave must be larger than 0");
  if (!std::isfinite(settings.level + settings.amplitude + settings.crest))
    return bad_shape(scene_file, "the place of a wave must be finite");
  return ShapePtr<D>(
      std::make_shared<WaveShape<D>>(settings.level, settings.amplitude, settings.wavelength, settings.crest));
}

template <int D>
Result<ShapePtr<D>> make_by_formula(const ShapeSettings& settings, const std::string& scene_file) {
  if (settings.kind == ShapeSettings::Kind::kBelow && settings.surface.empty()) {
    if (!settings.table) return bad_shape(scene_file, "the table '" + settings.file + "' of a surface was not read");
    if (Status fits = check_table(*settings.table, TableUse::kSurface, D); !fits) return fits.error();
    return ShapePtr<D>(std::make_shared<BelowLineShape<D>>(*settings.table));
  }
  const bool is_below = settings.kind == ShapeSettings::Kind::kBelow;
  auto formula = is_below ? Expression::compile(settings.surface, names_along_surface(D))
                          : Expression::compile(settings.formula, names_of_coordinates(D));
  if (!formula) return bad_shape(scene_file, "a shape has a wrong formula: " + formula.error().message);
  if (is_below) return ShapePtr<D>(std::make_shared<BelowShape<D>>(std::move(*formula)));
  return ShapePtr<D>(std::make_shared<ImplicitShape<D>>(std::move(*formula)));
}

template <int D>
Result<ShapePtr<D>> make_combination(const ShapeSettings& settings, const std::string& scene_file) {
  const bool is_union = settings.kind == ShapeSettings::Kind::kUnion;
  if (settings.parts.empty()) {
    return bad_shape(scene_file, std::string("a ") + (is_union ? "union" : "difference") + " needs at least one part");
  }
  Parts<D> parts;
  for (const ShapeSettings& part : settings.parts) {
    auto made = make_shape<D>(part, scene_file);
    if (!made) return made.error();
    parts.push_back(std::move(*made));
  }
  if (is_union) return union_of<D>(std::move(parts));
  return ShapePtr<D>(std::make_shared<DifferenceShape<D>>(std::move(parts)));
}

template <int D>
Result<ShapePtr<D>> make_mesh(const ShapeSettings& settings, const std::string& scene_file) {
  if constexpr (D == 3) {
    return make_mesh_shape(settings, scene_file);
  } else {
    return bad_shape(scene_file, "a mesh ('" + settings.file +
                                     "') needs a scene with three dimensions; in two, use box, sphere, capsule, "
                                     "cylinder, plane, wave, below, implicit, union or difference");
  }
}

}  // namespace

template <int D>
VecD<D> Shape<D>::normal(const VecD<D>& x, double step) const {
  // Below this slope (1 for a true distance) a difference straddles a ridge of the distance and its direction is noise.
  constexpr double kFlatSlope = 1e-6;
  VecD<D> central, forward;
  const double here = distance(x);
  for (int i = 0; i < D; ++i) {
    VecD<D> offset;
    offset[i] = step;
    const double ahead = distance(x + offset);
    central[i] = (ahead - distance(x - offset)) / (2.0 * step);
    forward[i] = (ahead - here) / step;
  }
  // In the middle of a wall or a ball the central difference vanishes; any outward direction will do.
  for (const VecD<D>& slope : {central, forward}) {
    if (const double size = length(slope); size > kFlatSlope) return slope / size;
  }
  VecD<D> up;
  up[1] = 1.0;
  return up;
}

template <int D>
ShapePtr<D> union_of(Parts<D> parts) {
  return std::make_shared<UnionShape<D>>(std::move(parts));
}

template <int D>
Result<std::shared_ptr<const Shape<D>>> make_shape(const ShapeSettings& settings, const std::string& scene_file) {
  using Kind = ShapeSettings::Kind;
  switch (settings.kind) {
    case Kind::kBox:
      return make_box<D>(settings, scene_file);
    case Kind::kSphere:
    case Kind::kCapsule:
    case Kind::kCylinder:
      return make_round<D>(settings, scene_file);
    case Kind::kPlane:
      return make_plane<D>(settings, scene_file);
    case Kind::kWave:
      return make_wave<D>(settings, scene_file);
    case Kind::kBelow:
    case Kind::kImplicit:
      return make_by_formula<D>(settings, scene_file);
    case Kind::kUnion:
    case Kind::kDifference:
      return make_combination<D>(settings, scene_file);
    case Kind::kMesh:
      return make_mesh<D>(settings, scene_file);
  }
  return bad_shape(scene_file, "unknown kind of shape");
}

template class Shape<2>;
template class Shape<3>;
template ShapePtr<2> union_of<2>(Parts<2>);
template ShapePtr<3> union_of<3>(Parts<3>);
template Result<std::shared_ptr<const Shape<2>>> make_shape<2>(const ShapeSettings&, const std::string&);
template Result<std::shared_ptr<const Shape<3>>> make_shape<3>(const ShapeSettings&, const std::string&);

}  // namespace spindrift
