// Facts about the primitives, their combinations and the refusal of shapes that enclose nothing.
#include "geometry/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "random_points.h"
#include "shape_settings.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

// A shape with a second, independent statement of which points belong to it.
template <int D>
struct Specimen {
  const char* name;
  ShapeSettings settings;
  std::function<bool(const VecD<D>&)> contains;
};

template <int D>
std::vector<Specimen<D>> specimens() {
  const Vec3d low{{-0.6, -0.3, -0.5}}, high{{0.4, 0.7, 0.2}}, from{{-0.4, -0.5, 0.3}}, to{{0.5, 0.2, -0.3}};
  const auto a = VecD<D>::from(from), b = VecD<D>::from(to), axis = b - a;
  const auto from_axis = [=](const VecD<D>& x, double fraction) { return length(x - a - axis * fraction); };
  const auto along = [=](const VecD<D>& x) { return dot(x - a, axis) / dot(axis, axis); };
  return {
      {"box", box_settings(low, high),
       [=](const VecD<D>& x) {
         for (int i = 0; i < D; ++i) {
           if (x[i] < low[i] || x[i] > high[i]) return false;
         }
         return true;
       }},
      {"sphere", sphere_settings(low * 0.3, 0.6),
       [=](const VecD<D>& x) { return length(x - VecD<D>::from(low * 0.3)) <= 0.6; }},
      {"capsule", rod_settings(ShapeKind::kCapsule, from, to, 0.25),
       [=](const VecD<D>& x) { return from_axis(x, std::min(1.0, std::max(0.0, along(x)))) <= 0.25; }},
      {"cylinder", rod_settings(ShapeKind::kCylinder, from, to, 0.35),
       [=](const VecD<D>& x) { return along(x) >= 0.0 && along(x) <= 1.0 && from_axis(x, along(x)) <= 0.35; }},
      {"plane", plane_settings({{0.1, 0.1, 0.1}}, {{1.0, 2.0, 0.0}}),
       [=](const VecD<D>& x) { return (x[0] - 0.1) + 2.0 * (x[1] - 0.1) <= 0.0; }},
      {"below a slope", below_settings("0.1 - 0.7*x"), [=](const VecD<D>& x) { return x[1] <= 0.1 - 0.7 * x[0]; }},
      {"below a line", below_line_settings({-0.7, 0.1, -0.2, 0.6, 0.0, -0.4, 0.6, 0.2}),
       [=](const VecD<D>& x) {
         const double t = x[0];
         const double level = t < -0.7   ? 0.1
                              : t < -0.2 ? 0.1 + (t + 0.7)
                              : t < 0.0  ? 0.6 - 5.0 * (t + 0.2)
                              : t < 0.6  ? -0.4 + t
                                         : 0.2;
         return x[1] <= level;
       }},
  };
}

// Surface points, found by halving random segments that have one end inside.
template <int D>
std::vector<VecD<D>> surface_points(const Specimen<D>& specimen, int count) {
  RandomPoints random;
  std::vector<VecD<D>> points;
  while (static_cast<int>(points.size()) < count) {
    VecD<D> inside = random.in_box<D>(-2.0, 2.0), outside = random.in_box<D>(-2.0, 2.0);
    if (!specimen.contains(inside) || specimen.contains(outside)) continue;
    for (int i = 0; i < 50; ++i) {
      const VecD<D> middle = (inside + outside) * 0.5;
      (specimen.contains(middle) ? inside : outside) = middle;
    }
    points.push_back(inside);
  }
  return points;
}

template <class T>
class ShapeInEachDimension : public ::testing::Test {};
TYPED_TEST_SUITE(ShapeInEachDimension, testing::BothDimensions);

TYPED_TEST(ShapeInEachDimension, distance_is_negative_inside_and_positive_outside) {
  constexpr int D = TypeParam::value;
  for (const auto& specimen : specimens<D>()) {
    const auto shape = made<D>(specimen.settings);
    RandomPoints random(2);
    for (int i = 0; i < 20000; ++i) {
      const auto x = random.in_box<D>(-1.2, 1.2);
      ASSERT_EQ(shape->distance(x) <= 0.0, specimen.contains(x)) << specimen.name;
    }
  }
}

TYPED_TEST(ShapeInEachDimension, distance_is_that_of_the_nearest_surface_point) {
  constexpr int D = TypeParam::value;
  for (const auto& specimen : specimens<D>()) {
    const auto shape = made<D>(specimen.settings);
    const auto surface = surface_points(specimen, D == 2 ? 4000 : 20000);
    RandomPoints random(3);
    for (int i = 0; i < 200; ++i) {
      const auto x = random.in_box<D>(-1.0, 1.0);
      double nearest = 1e30;
      for (const auto& p : surface) nearest = std::min(nearest, length(x - p));
      const double distance = std::abs(shape->distance(x));
      ASSERT_LE(distance, nearest + 1e-9) << specimen.name;  // no surface point is nearer
      ASSERT_GE(distance, nearest - 0.12) << specimen.name;  // and one is as near, up to the gaps between the points
    }
  }
}

TYPED_TEST(ShapeInEachDimension, gradient_has_length_one) {
  constexpr int D = TypeParam::value;
  const double step = 1e-5;
  for (const auto& specimen : specimens<D>()) {
    const auto shape = made<D>(specimen.settings);
    RandomPoints random(4);
    int off_ridge = 0;
    for (int i = 0; i < 5000; ++i) {
      const auto x = random.in_box<D>(-1.2, 1.2);
      VecD<D> slope;
      for (int axis = 0; axis < D; ++axis) {
        VecD<D> offset;
        offset[axis] = step;
        slope[axis] = (shape->distance(x + offset) - shape->distance(x - offset)) / (2.0 * step);
      }
      ASSERT_LE(length(slope), 1.0 + 1e-6) << specimen.name;
      off_ridge += length(slope) > 1.0 - 1e-6;
    }
    EXPECT_GE(off_ridge, 4990) << specimen.name;  // all but the few points on a ridge of the distance
  }
}

TYPED_TEST(ShapeInEachDimension, normal_is_a_unit_vector_everywhere) {
  constexpr int D = TypeParam::value;
  for (const auto& specimen : specimens<D>()) {
    const auto shape = made<D>(specimen.settings);
    RandomPoints random(5);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_NEAR(length(shape->normal(random.in_box<D>(-1.0, 1.0), 0.01)), 1.0, 1e-12) << specimen.name;
    }
  }
}

TYPED_TEST(ShapeInEachDimension, normal_leads_out_of_the_middle_of_a_ball_and_of_a_wall) {
  constexpr int D = TypeParam::value;
  const auto ball = made<D>(sphere_settings({}, 1.0));
  EXPECT_LT(ball->distance({}), ball->distance(ball->normal({}, 0.01) * 0.1));
  const auto wall = made<D>(box_settings({{-0.1, -5.0, -5.0}}, {{0.1, 5.0, 5.0}}));
  EXPECT_NEAR(std::abs(wall->normal({}, 0.01)[0]), 1.0, 1e-12);
}

TYPED_TEST(ShapeInEachDimension, bounds_contain_the_shape_and_touch_it) {
  constexpr int D = TypeParam::value;
  for (const auto& specimen : specimens<D>()) {
    if (specimen.settings.kind == ShapeKind::kPlane || specimen.settings.kind == ShapeKind::kBelow) continue;
    const Box<D> bounds = made<D>(specimen.settings)->bounds();
    VecD<D> low = VecD<D>::filled(9.0), high = -low;
    for (const auto& p : surface_points(specimen, 20000)) {
      low = min(low, p);
      high = max(high, p);
    }
    for (int i = 0; i < D; ++i) {
      EXPECT_LE(bounds.low[i], low[i] + 1e-12) << specimen.name;
      EXPECT_GE(bounds.high[i], high[i] - 1e-12) << specimen.name;
      EXPECT_NEAR(bounds.low[i], low[i], 0.1) << specimen.name;
      EXPECT_NEAR(bounds.high[i], high[i], 0.1) << specimen.name;
    }
  }
}

TYPED_TEST(ShapeInEachDimension, a_box_meets_what_comes_within_its_margin_along_every_axis) {
  constexpr int D = TypeParam::value;
  const auto at = [](double x) { return VecD<D>::filled(x); };
  const Box<D> box{at(0.0), at(1.0)};
  EXPECT_TRUE(box.contains(at(1.0)));
  EXPECT_TRUE(box.contains(at(-0.25), 0.25));
  EXPECT_TRUE(box.meets({at(1.25), at(2.0)}, 0.25));
  EXPECT_TRUE(box.meets({at(-1.0), at(2.0)}));  // all around it
  EXPECT_TRUE(Box<D>{}.contains(at(1e300)));
  for (int axis = 0; axis < D; ++axis) {
    VecD<D> beside = at(0.5);
    beside[axis] = 1.5;
    EXPECT_FALSE(box.contains(beside, 0.25)) << axis;
    EXPECT_FALSE(box.meets({beside, at(2.0)}, 0.25)) << axis;
  }
}

TYPED_TEST(ShapeInEachDimension, plane_across_an_axis_is_bounded_on_one_side) {
  constexpr int D = TypeParam::value;
  const Box<D> floor = made<D>(plane_settings({{0.0, 0.25, 0.0}}, {{0.0, 3.0, 0.0}}))->bounds();
  EXPECT_EQ(floor.high[1], 0.25);
  EXPECT_TRUE(std::isinf(floor.low[1]));
  EXPECT_TRUE(std::isinf(floor.high[0]));
}

TYPED_TEST(ShapeInEachDimension, union_is_inside_where_any_part_is) {
  constexpr int D = TypeParam::value;
  const auto a = sphere_settings({{-0.3, 0.0, 0.0}}, 0.5), b = box_settings({{0.0, -0.2, -0.2}}, {{0.9, 0.2, 0.2}});
  const auto shape = made<D>(combination_settings(ShapeKind::kUnion, {a, b}));
  const auto part_a = made<D>(a), part_b = made<D>(b);
  RandomPoints random(6);
  for (int i = 0; i < 5000; ++i) {
    const auto x = random.in_box<D>(-1.0, 1.0);
    ASSERT_EQ(shape->distance(x), std::min(part_a->distance(x), part_b->distance(x)));
  }
  EXPECT_NEAR(shape->bounds().low[0], -0.8, 1e-12);
  EXPECT_NEAR(shape->bounds().high[0], 0.9, 1e-12);
}

TYPED_TEST(ShapeInEachDimension, difference_is_inside_where_only_the_first_part_is) {
  constexpr int D = TypeParam::value;
  const auto a = box_settings({{-0.5, -0.5, -0.5}}, {{0.5, 0.5, 0.5}}), b = sphere_settings({{0.5, 0.0, 0.0}}, 0.3),
             c = sphere_settings({{-0.5, 0.0, 0.0}}, 0.2);
  const auto shape = made<D>(combination_settings(ShapeKind::kDifference, {a, b, c}));
  const auto part_a = made<D>(a), part_b = made<D>(b), part_c = made<D>(c);
  RandomPoints random(7);
  for (int i = 0; i < 5000; ++i) {
    const auto x = random.in_box<D>(-1.0, 1.0);
    const bool is_inside = part_a->distance(x) < 0.0 && part_b->distance(x) > 0.0 && part_c->distance(x) > 0.0;
    ASSERT_EQ(shape->distance(x) < 0.0, is_inside);
  }
  EXPECT_EQ(shape->bounds().high[0], 0.5);
}

TYPED_TEST(ShapeInEachDimension, a_capsule_without_length_is_a_sphere) {
  constexpr int D = TypeParam::value;
  const Vec3d center{{0.1, 0.2, 0.3}};
  const auto capsule = made<D>(rod_settings(ShapeKind::kCapsule, center, center, 0.4));
  const auto sphere = made<D>(sphere_settings(center, 0.4));
  RandomPoints random(8);
  for (int i = 0; i < 100; ++i) {
    const auto x = random.in_box<D>(-1.0, 1.0);
    ASSERT_NEAR(capsule->distance(x), sphere->distance(x), 1e-14);
  }
}

TYPED_TEST(ShapeInEachDimension, shapes_that_enclose_nothing_are_refused) {
  constexpr int D = TypeParam::value;
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<ShapeSettings> empty_ones{
      box_settings({{0.0, 0.5, 0.0}}, {{1.0, 0.5, 1.0}}),
      box_settings({{0.0, 0.0, 0.0}}, {{infinite, 1.0, 1.0}}),
      sphere_settings({}, 0.0),
      sphere_settings({}, std::nan("")),
      rod_settings(ShapeKind::kCapsule, {}, {{1.0, 0.0, 0.0}}, -1.0),
      rod_settings(ShapeKind::kCylinder, {{1.0, 0.0, 0.0}}, {{1.0, 0.0, 0.0}}, 0.1),
      plane_settings({}, {}),
      combination_settings(ShapeKind::kUnion, {}),
      combination_settings(ShapeKind::kDifference, {}),
      combination_settings(ShapeKind::kUnion, {sphere_settings({}, 1.0), sphere_settings({}, 0.0)}),
  };
  for (const auto& settings : empty_ones) {
    const auto shape = make_shape<D>(settings, "scene.toml");
    ASSERT_FALSE(shape);
    EXPECT_EQ(shape.error().code, ErrorCode::kBadInput);
    EXPECT_EQ(shape.error().place.file, "scene.toml");
    EXPECT_FALSE(shape.error().message.empty());
  }
}

TEST(Shape, the_third_number_is_ignored_in_two_dimensions) {
  EXPECT_TRUE(make_shape<2>(box_settings({{0.0, 0.0, 5.0}}, {{1.0, 1.0, 5.0}}), ""));
}

TEST(Shape, a_mesh_needs_three_dimensions) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kMesh;
  settings.file = "ship.obj";
  const auto shape = make_shape<2>(settings, "scene.toml");
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().code, ErrorCode::kBadInput);
  EXPECT_NE(shape.error().message.find("three dimensions"), std::string::npos);
}

}  // namespace
}  // namespace spindrift
