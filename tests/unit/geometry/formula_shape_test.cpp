// Facts about shapes whose surface is a formula: their distance is right at the surface, and never far too long.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "random_points.h"
#include "shape_settings.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

TEST(below_shape, of_a_wave_has_its_distance_at_the_surface_and_is_never_far_too_long) {
  const auto shape = made<2>(below_settings("0.5 + 0.1*cos(2*pi*x)"));
  const auto wave = made<2>(wave_settings(0.5, 0.1, 1.0, 0.0));
  std::vector<VecD<2>> surface;
  for (int i = -20000; i <= 20000; ++i) {
    const double x = i * 1e-4;
    surface.push_back({{x, 0.5 + 0.1 * std::cos(2.0 * std::numbers::pi * x)}});
  }
  RandomPoints random(11);
  for (int i = 0; i < 300; ++i) {
    const auto x = random.in_box<2>(0.0, 1.0);
    double nearest = 1e30;
    for (const auto& p : surface) nearest = std::min(nearest, length(x - p));
    const double distance = std::abs(shape->distance(x));
    ASSERT_EQ(shape->distance(x) <= 0.0, wave->distance(x) <= 0.0);
    constexpr double kGap = 6e-5;  // half of that between two of the points
    ASSERT_LE(distance, 1.2 * nearest);
    if (nearest < 0.02) {
      ASSERT_NEAR(distance, nearest, 0.1 * nearest + kGap);
    }
  }
}

TEST(below_shape, in_3d_is_a_surface_over_x_and_z) {
  const auto shape = made<3>(below_settings("0.2 + 0.3*x - 0.4*z"));
  RandomPoints random(12);
  for (int i = 0; i < 100; ++i) {
    const auto x = random.in_box<3>(-1.0, 1.0);
    const double gap = x[1] - (0.2 + 0.3 * x[0] - 0.4 * x[2]);
    ASSERT_NEAR(shape->distance(x), gap / std::sqrt(1.25), 1e-9);
  }
}

TEST(implicit_shape, is_inside_where_its_formula_is_negative_with_a_distance_at_the_surface) {
  const auto shape = made<2>(implicit_settings("x^2/0.36 + y^2/0.36 - 1"));
  const auto sphere = made<2>(sphere_settings({}, 0.6));
  RandomPoints random(13);
  for (int i = 0; i < 2000; ++i) {
    const auto x = random.in_box<2>(-1.0, 1.0);
    const double exact = sphere->distance(x), distance = shape->distance(x);
    ASSERT_EQ(distance <= 0.0, exact <= 0.0);
    if (std::abs(exact) < 0.03) {
      ASSERT_NEAR(distance, exact, 0.03 * std::abs(exact));
    }
  }
}

TEST(wave_shape, lies_below_a_cosine_and_never_claims_too_much_distance) {
  const auto shape = make_shape<2>(wave_settings(1.0, 0.2, 0.5, 0.1), "");
  ASSERT_TRUE(shape);
  for (int i = 0; i < 40; ++i) {
    const double x = 0.03 * i, surface = 1.0 + 0.2 * std::cos(4.0 * std::numbers::pi * (x - 0.1));
    EXPECT_NEAR((*shape)->distance({{x, surface}}), 0.0, 1e-12);
    EXPECT_LT((*shape)->distance({{x, surface - 0.1}}), 0.0);
    for (int j = 0; j < 40; ++j) {
      const VecD<2> a{{x, 0.05 * j}}, b{{1.1 - 0.02 * j, 0.04 * i}};
      EXPECT_LE(std::abs((*shape)->distance(a) - (*shape)->distance(b)), length(a - b) + 1e-12);
    }
  }
}

}  // namespace
}  // namespace spindrift
