#include "spindrift/vec.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(Vec, conversion_drops_surplus_components_and_fills_missing_ones_with_zero) {
  const Vec3d v{{1.5, 2.5, 3.5}};
  EXPECT_EQ(VecI<2>::from(v), (VecI<2>{{1, 2}}));
  EXPECT_EQ(Vec3d::from(VecD<2>{{1.0, 2.0}}), (Vec3d{{1.0, 2.0, 0.0}}));
}

TEST(Vec, cross_product_is_perpendicular_and_right_handed) {
  const Vec3d x{{1.0, 0.0, 0.0}}, y{{0.0, 1.0, 0.0}}, a{{1.0, 2.0, 3.0}}, b{{-2.0, 5.0, 0.5}};
  EXPECT_EQ(cross(x, y), (Vec3d{{0.0, 0.0, 1.0}}));
  EXPECT_DOUBLE_EQ(dot(cross(a, b), a), 0.0);
  EXPECT_DOUBLE_EQ(length(Vec3d{{2.0, 3.0, 6.0}}), 7.0);
}

}  // namespace
}  // namespace spindrift
