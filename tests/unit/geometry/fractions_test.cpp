// The volume fraction of a cell, against planes.
#include "geometry/fractions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "spindrift/vec.h"

namespace spindrift {
namespace {

// The share of the cell [-1/2, 1/2]^3 below a plane, by counting points.
double counted_below(const Vec3d& normal, double distance) {
  constexpr int kSide = 40;
  int below = 0;
  for (int n = 0; n < kSide * kSide * kSide; ++n) {
    Vec3d x;
    for (int a = 0, rest = n; a < 3; ++a, rest /= kSide) x[a] = (rest % kSide + 0.5) / kSide - 0.5;
    below += dot(x, normal) + distance < 0.0;
  }
  return static_cast<double>(below) / (kSide * kSide * kSide);
}

TEST(VolumeFractionTest, is_exact_for_planes_across_an_axis) {
  for (const float d : {-2.0f, -0.5f, -0.25f, 0.0f, 0.125f, 0.5f, 3.0f}) {
    const float exact = d <= -0.5f ? 1.0f : d >= 0.5f ? 0.0f : 0.5f - d;
    EXPECT_EQ(volume_fraction_inside(d), exact);
    EXPECT_EQ(volume_fraction_outside(d), 1.0f - exact);
    EXPECT_EQ(volume_fraction_inside(double{d}), double{exact});
    EXPECT_EQ(volume_fraction_outside(-double{d}), double{exact});
  }
}

TEST(VolumeFractionTest, is_within_a_twentieth_for_planes_in_any_direction) {
  constexpr double kCounting = 0.005;  // about a tenth of a layer of points
  for (const Vec3d& direction : {Vec3d{{1, 1, 0}}, Vec3d{{1, 1, 1}}, Vec3d{{1, 2, 0}}, Vec3d{{3, -1, 2}}})
    for (double d = -1.0; d <= 1.0; d += 0.05)
      EXPECT_NEAR(volume_fraction_inside(d), counted_below(direction / length(direction), d), 0.05 + kCounting) << d;
}

}  // namespace
}  // namespace spindrift
