// Facts about the motion of solids.
#include "geometry/solid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "random_points.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

template <int D>
std::shared_ptr<const Shape<D>> a_box() {
  ShapeSettings settings;
  settings.min = {{-0.2, -0.1, -0.3}};
  settings.max = {{0.4, 0.3, 0.1}};
  return *make_shape<D>(settings, "");
}

template <int D>
Solid<D> solid(const SolidSettings& motion) {
  return Solid<D>(a_box<D>(), motion);
}

SolidSettings tumbling() {
  SolidSettings motion;
  motion.velocity = {{0.5, -0.25, 0.75}};
  motion.angular_velocity_degrees = {{30.0, -80.0, 120.0}};
  motion.pivot = {{0.3, 0.1, -0.2}};
  return motion;
}

// Moves and turns, rests from 1 to 2, moves on until 3.
SolidSettings keyed() {
  SolidSettings motion;
  motion.pivot = {{0.1, 0.0, 0.0}};
  const Vec3d rest{{0.3, 0.1, 0.2}}, rest_angles{{20.0, 10.0, 70.0}};
  motion.keyframes = {{0.0, {}, {}}, {1.0, rest, rest_angles}, {2.0, rest, rest_angles}, {3.0, {{1.0, 0.0, 0.0}}, {}}};
  return motion;
}

template <class T>
class SolidInEachDimension : public ::testing::Test {};
TYPED_TEST_SUITE(SolidInEachDimension, testing::BothDimensions);

template <int D>
void expect_near(const VecD<D>& a, const VecD<D>& b, double tolerance) {
  for (int i = 0; i < D; ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

TYPED_TEST(SolidInEachDimension, a_solid_without_motion_stands_where_its_shape_is) {
  constexpr int D = TypeParam::value;
  SolidSettings motion;
  motion.pivot = {{3.0, 4.0, 5.0}};
  auto still = solid<D>(motion);
  still.move_to(7.0, 0.1);
  EXPECT_FALSE(still.is_moving());
  RandomPoints random;
  for (int i = 0; i < 100; ++i) {
    const auto x = random.in_box<D>(-1.0, 1.0);
    EXPECT_NEAR(still.distance(x), a_box<D>()->distance(x), 1e-14);
    EXPECT_EQ(still.velocity(x), VecD<D>{});
  }
}

TYPED_TEST(SolidInEachDimension, constant_velocity_carries_the_shape_along) {
  constexpr int D = TypeParam::value;
  SolidSettings motion;
  motion.velocity = {{0.5, -0.25, 0.75}};
  auto moving = solid<D>(motion);
  moving.move_to(2.0, 0.01);
  EXPECT_TRUE(moving.is_moving());
  const auto shift = VecD<D>::from(motion.velocity * 2.0);
  RandomPoints random;
  for (int i = 0; i < 100; ++i) {
    const auto x = random.in_box<D>(-1.0, 1.0);
    EXPECT_NEAR(moving.distance(x + shift), a_box<D>()->distance(x), 1e-13);
    expect_near(moving.velocity(x), VecD<D>::from(motion.velocity), 1e-12);
  }
}

TYPED_TEST(SolidInEachDimension, a_point_carried_by_the_solid_lands_exactly) {
  constexpr int D = TypeParam::value;
  for (const SolidSettings& motion : {tumbling(), keyed()}) {
    for (const double dt : {0.001, 0.1, 0.4}) {
      const double time = 0.9;
      auto before = solid<D>(motion), after = solid<D>(motion);
      before.move_to(time - dt, dt);
      after.move_to(time, dt);
      RandomPoints random;
      for (int i = 0; i < 100; ++i) {
        const auto x = random.in_box<D>(-2.0, 2.0);
        const auto origin = x - after.velocity(x) * dt;  // where the material at x was
        EXPECT_NEAR(before.distance(origin), after.distance(x), 1e-12);
      }
    }
  }
}

TYPED_TEST(SolidInEachDimension, instantaneous_velocity_is_the_limit_of_short_intervals) {
  constexpr int D = TypeParam::value;
  for (const SolidSettings& motion : {tumbling(), keyed()}) {
    auto now = solid<D>(motion), over = solid<D>(motion);
    now.move_to(0.7, 0.0);
    over.move_to(0.7, 1e-6);
    RandomPoints random;
    for (int i = 0; i < 50; ++i) {
      const auto x = random.in_box<D>(-1.0, 1.0);
      expect_near(now.velocity(x), over.velocity(x), 1e-4);
    }
  }
}

TYPED_TEST(SolidInEachDimension, rotation_leaves_the_pivot_in_place) {
  constexpr int D = TypeParam::value;
  SolidSettings motion = tumbling();
  motion.velocity = {};
  auto turning = solid<D>(motion);
  turning.move_to(1.3, 0.1);
  const auto pivot = VecD<D>::from(motion.pivot);
  EXPECT_NEAR(turning.distance(pivot), a_box<D>()->distance(pivot), 1e-13);
  expect_near(turning.velocity(pivot), VecD<D>{}, 1e-13);
}

TYPED_TEST(SolidInEachDimension, held_still_has_zero_velocity) {
  constexpr int D = TypeParam::value;
  auto held = solid<D>(keyed());
  RandomPoints random;
  for (const double time : {-1.0, 1.31, 1.987, 3.2, 1e6}) {  // before, at rest in between, after
    for (const double dt : {0.0, 0.013, 0.2}) {
      held.move_to(time, dt);
      for (int i = 0; i < 20; ++i) EXPECT_EQ(held.velocity(random.in_box<D>(-1.0, 1.0)), VecD<D>{});
    }
  }
}

TYPED_TEST(SolidInEachDimension, keyframes_are_joined_by_straight_lines) {
  constexpr int D = TypeParam::value;
  SolidSettings motion;
  motion.keyframes = {{1.0, {{1.0, 0.0, 0.0}}, {}}, {3.0, {{2.0, 1.0, 0.0}}, {}}};
  auto moving = solid<D>(motion);
  const auto at = [](double x, double y) { return VecD<D>::from(Vec3d{{x, y, 0.0}}); };
  for (const auto& [time, place] : {std::pair{0.0, at(1.0, 0.0)}, {1.5, at(1.25, 0.25)}, {9.0, at(2.0, 1.0)}}) {
    moving.move_to(time, 0.0);
    EXPECT_NEAR(moving.distance(place), a_box<D>()->distance({}), 1e-14);
    EXPECT_NEAR(moving.bounds().low[0], place[0] - 0.2, 1e-14);
    EXPECT_NEAR(moving.bounds().high[1], place[1] + 0.3, 1e-14);
  }
}

TYPED_TEST(SolidInEachDimension, at_a_keyframe_the_instantaneous_velocity_is_that_ahead) {
  constexpr int D = TypeParam::value;
  SolidSettings motion;
  motion.keyframes = {{0.0, {}, {}}, {2.0, {{1.0, 0.0, 0.0}}, {}}};
  auto moving = solid<D>(motion);
  moving.move_to(0.0, 0.0);
  EXPECT_EQ(moving.velocity({})[0], 0.5);
  moving.move_to(2.0, 0.0);
  EXPECT_EQ(moving.velocity({})[0], 0.0);
}

TYPED_TEST(SolidInEachDimension, teleport_injects_no_velocity) {
  constexpr int D = TypeParam::value;
  SolidSettings motion;
  motion.keyframes = {{0.0, {}, {}}, {1.0, {}, {}}, {1.0, {{0.7, 0.2, 0.0}}, {{0.0, 0.0, 90.0}}}};
  auto jumping = solid<D>(motion);
  EXPECT_TRUE(jumping.is_moving());
  RandomPoints random;
  const double dt = 1.0 / 48.0;
  for (int step = 1; step <= 96; ++step) {
    jumping.move_to(step * dt, dt);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(jumping.velocity(random.in_box<D>(-1.0, 1.0)), VecD<D>{});
  }
  expect_near(jumping.normal(VecD<D>::from(Vec3d{{0.7, 1.0, 0.0}}), 1e-3), VecD<D>::from(Vec3d{{0.0, 1.0, 0.0}}), 1e-9);
  jumping.move_to(1.0, 0.0);
  EXPECT_NEAR(jumping.bounds().high[1], 0.2 + 0.4, 1e-12);  // at the moment of the jump it has jumped
}

TYPED_TEST(SolidInEachDimension, a_quarter_turn_about_z_takes_x_to_y) {
  constexpr int D = TypeParam::value;
  for (const bool is_keyed : {false, true}) {
    SolidSettings motion;
    if (is_keyed) {
      motion.keyframes = {{0.0, {}, {}}, {2.0, {}, {{0.0, 0.0, 180.0}}}};
    } else {
      motion.angular_velocity_degrees = {{0.0, 0.0, 90.0}};
    }
    auto turned = solid<D>(motion);
    turned.move_to(1.0, 0.0);
    const auto on_x = VecD<D>::from(Vec3d{{1.0, 0.0, 0.0}}), on_y = VecD<D>::from(Vec3d{{0.0, 1.0, 0.0}});
    EXPECT_NEAR(turned.distance(on_y), a_box<D>()->distance(on_x), 1e-13);
    expect_near(turned.velocity(on_x), on_y * (std::numbers::pi / 2.0), 1e-12);
    expect_near(turned.normal(on_y, 1e-3), on_y, 1e-9);
  }
}

TYPED_TEST(SolidInEachDimension, bounds_contain_the_turned_shape) {
  constexpr int D = TypeParam::value;
  auto moving = solid<D>(tumbling());
  moving.move_to(1.7, 0.0);
  const Box<D> bounds = moving.bounds();
  RandomPoints random;
  for (int i = 0; i < 20000; ++i) {
    const auto x = random.in_box<D>(-2.0, 2.0);
    if (moving.distance(x) > 0.0) continue;
    for (int axis = 0; axis < D; ++axis) {
      ASSERT_GE(x[axis], bounds.low[axis]);
      ASSERT_LE(x[axis], bounds.high[axis]);
    }
  }
}

TYPED_TEST(SolidInEachDimension, bounds_of_a_turned_half_space_are_infinite_numbers) {
  constexpr int D = TypeParam::value;
  ShapeSettings plane;
  plane.kind = ShapeSettings::Kind::kPlane;
  plane.normal = {{0.0, 1.0, 0.0}};
  Solid<D> half_space(*make_shape<D>(plane, ""), tumbling());
  for (const double time : {0.0, 0.3}) {
    half_space.move_to(time, 0.1);
    for (int i = 0; i < D; ++i) {
      EXPECT_FALSE(std::isnan(half_space.bounds().low[i]));
      EXPECT_FALSE(std::isnan(half_space.bounds().high[i]));
      EXPECT_TRUE(std::isinf(half_space.bounds().low[i]));
    }
  }
}

TEST(Solid, key_angles_turn_about_x_then_y_then_z) {
  SolidSettings motion;
  motion.keyframes = {{0.0, {}, {{90.0, 90.0, 0.0}}}};
  const auto turned = solid<3>(motion);
  EXPECT_FALSE(turned.is_moving());
  // y turns to z about x, then z turns to x about y.
  EXPECT_NEAR(turned.distance({{1.0, 0.0, 0.0}}), a_box<3>()->distance({{0.0, 1.0, 0.0}}), 1e-13);
}

TEST(Solid, constant_spin_turns_about_the_axis_of_the_angular_velocity) {
  SolidSettings motion;
  motion.angular_velocity_degrees = {{60.0, 60.0, 60.0}};  // a third of a turn takes x to y to z
  auto turned = solid<3>(motion);
  turned.move_to(120.0 / (60.0 * std::numbers::sqrt3), 0.0);
  EXPECT_NEAR(turned.distance({{0.0, 1.0, 0.0}}), a_box<3>()->distance({{1.0, 0.0, 0.0}}), 1e-12);
  EXPECT_NEAR(turned.distance({{0.0, 0.0, 1.0}}), a_box<3>()->distance({{0.0, 1.0, 0.0}}), 1e-12);
}

TEST(Solid, a_2d_solid_neither_leaves_the_plane_nor_tilts) {
  SolidSettings motion;
  motion.velocity = {{0.0, 0.0, 1.0}};
  motion.angular_velocity_degrees = {{50.0, 20.0, 0.0}};
  EXPECT_FALSE(solid<2>(motion).is_moving());
  motion.keyframes = {{0.0, {}, {}}, {1.0, {{0.0, 0.0, 2.0}}, {{30.0, 0.0, 0.0}}}};
  EXPECT_FALSE(solid<2>(motion).is_moving());
  EXPECT_TRUE(solid<3>(motion).is_moving());
}

}  // namespace
}  // namespace spindrift
