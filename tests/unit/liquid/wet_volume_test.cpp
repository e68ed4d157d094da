// The liquid's volume as the cells show it.
#include "liquid/wet_volume.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::plane;
using testing::vec;

IN_2D_AND_3D(WetVolume);

// Still water that ends on a solid plane, at the surface. What it wets is a triangle, or the rest of a rectangle.
TYPED_TEST(WetVolume, is_that_of_the_wedge_on_slopes_and_under_them) {
  constexpr int D = kD<TypeParam>;
  constexpr double kWidth = 24.0, kEdge = 16.4, kThickness = D == 2 ? 1.0 : 4.0;
  for (const double degrees : {8.0, 16.0, 30.0, 60.0, 90.0, 120.0, 150.0, 164.0})
    for (const double level : {8.0, 8.25, 8.5, 8.75}) {
      const double angle = degrees * 3.14159265358979 / 180.0;
      Scene scene = empty_box(D, vec(kWidth, 16, 4));
      scene.forces.gravity = vec(0.0, -9.81);
      scene.particles.per_cell = D == 2 ? 16 : 64;
      scene.liquids = {liquid(box({}, vec(kWidth, level, 4)))};
      scene.solids = {testing::solid(plane(vec(kEdge, level), vec(-std::sin(angle), std::cos(angle))))};
      auto state = testing::make_state<D>(scene);
      double area = 0.0;  // by thin columns
      constexpr int kColumns = 10000;
      for (int i = 0; i < kColumns; ++i) {
        const double x = (i + 0.5) * kWidth / kColumns, slope = level + (x - kEdge) * std::tan(angle);
        const bool is_outside = degrees == 90.0 ? x < kEdge : true;
        const double below = degrees < 90.0 ? std::max(slope, 0.0) : 0.0;
        const double above = degrees > 90.0 ? std::min(level, slope) : level;
        if (is_outside) area += std::max(above - below, 0.0) * kWidth / kColumns;
      }
      EXPECT_NEAR(wet_volume(*state) / kThickness, area, 0.26) << degrees << " degrees, level " << level;
    }
}

}  // namespace
}  // namespace spindrift
