// How a tank moves through its keyframes, and what that does to what is in it.
#include "geometry/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace spindrift {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;

FrameSettings with_keys(std::vector<Keyframe> keys) {
  FrameSettings settings;
  settings.keyframes = std::move(keys);
  return settings;
}

TEST(FramePath, of_two_keyframes_is_even) {
  const FramePath path(with_keys({{0.0, {}, {}}, {2.0, {{1.0, -2.0, 0.0}}, {{0.0, 0.0, 90.0}}}}), 2);
  for (const double t : {0.0, 0.5, 1.9}) {
    const auto motion = path.at(t);
    EXPECT_NEAR(motion.position[0], 0.5 * t, 1e-12);
    EXPECT_NEAR(motion.velocity[1], -1.0, 1e-12);
    EXPECT_NEAR(motion.angular_velocity[2], 45.0 * kRadians, 1e-12);
  }
}

TEST(FramePath, stands_before_and_after_and_where_two_keyframes_are_alike) {
  const FramePath path(
      with_keys({{1.0, {}, {}}, {2.0, {{1.0, 0.0, 0.0}}, {}}, {3.0, {{1.0, 0.0, 0.0}}, {}}, {4.0, {}, {}}}), 3);
  for (const double t : {0.0, 0.99, 2.0, 2.3, 2.999, 4.5}) {
    EXPECT_EQ(path.at(t).velocity[0], 0.0) << t;
  }
  EXPECT_EQ(path.at(2.5).position[0], 1.0);
  EXPECT_NEAR(path.at(1.0 + 1e-9).velocity[0], 0.0, 1e-7) << "it begins to move gently";
  double last = 0.0;
  for (double t = 1.0; t < 2.0; t += 0.01) {
    EXPECT_GE(path.at(t).position[0], last);
    last = path.at(t).position[0];
  }
}

// A table of a smooth motion: position to third order, velocity to second.
TEST(FramePath, follows_a_sampled_motion) {
  const auto errors_with = [](double step) {
    FrameSettings settings;
    NumberTable table{.file = "", .names = {"time", "rotation"}, .numbers = {}, .lines = {}};
    for (int i = 0; i * step <= 3.0; ++i) {
      table.numbers.push_back(i * step);
      table.numbers.push_back(4.0 * std::sin(4.0 * i * step));
    }
    settings.motion_table = std::make_shared<const NumberTable>(table);
    const FramePath path(settings, 2);
    double velocity = 0.0;
    for (double t = 0.2; t < 2.8; t += 0.0013)
      velocity = std::max(velocity, std::abs(path.at(t).angular_velocity[2] - 16.0 * kRadians * std::cos(4.0 * t)));
    return velocity / (16.0 * kRadians);
  };
  EXPECT_LT(errors_with(0.02), 2e-3);
  EXPECT_LT(errors_with(0.01), 0.3 * errors_with(0.02));
}

// Seen from the world, nothing pushes: gravity along the tank's axes is all that is left at the pivot of a tank that
// stands, and a tank in free fall has none.
TEST(FrameStep, turns_gravity_and_takes_the_tanks_acceleration_away) {
  const Vec3d gravity{{0.0, -10.0, 0.0}};
  const FramePath tilted(with_keys({{0.0, {}, {{0.0, 0.0, 90.0}}}, {1.0, {}, {{0.0, 0.0, 90.0}}}}), 2);
  const FrameStep step(tilted, gravity, 0.5, 0.01);
  EXPECT_NEAR(step.gravity[0], -10.0, 1e-12);
  EXPECT_NEAR(step.gravity[1], 0.0, 1e-12);
  EXPECT_FALSE(step.turns());

  std::vector<Keyframe> fall;
  for (int i = 0; i <= 20; ++i) fall.push_back({0.1 * i, {{0.0, -5.0 * 0.01 * i * i, 0.0}}, {}});
  const FramePath falling(with_keys(fall), 2);
  EXPECT_NEAR(length(FrameStep(falling, gravity, 0.95, 0.01).gravity), 0.0, 1e-9);
}

TEST(FrameStep, in_a_tank_that_turns_pushes_outwards_and_back) {
  FrameSettings settings = with_keys({{0.0, {}, {}}, {10.0, {}, {{0.0, 0.0, 10.0 / kRadians}}}});  // 1 rad/s
  settings.pivot = {{1.0, 2.0, 0.0}};
  const FrameStep steady(FramePath(settings, 2), {}, 1.0, 0.1);
  const Vec3d out = steady.acceleration({{3.0, 2.0, 0.0}});
  EXPECT_NEAR(out[0], 2.0, 1e-9);
  EXPECT_NEAR(out[1], 0.0, 1e-9);
  const Matrix<3> turn = steady.coriolis_turn(0.1);
  const Vec3d turned = turn * Vec3d{{1.0, 0.0, 0.0}};
  EXPECT_NEAR(turned[0], std::cos(0.2), 1e-12);
  EXPECT_NEAR(turned[1], -std::sin(0.2), 1e-12);
  EXPECT_NEAR(length(turned), 1.0, 1e-15) << "it does no work";

  std::vector<Keyframe> faster;
  for (int i = 0; i <= 20; ++i) faster.push_back({0.1 * i, {}, {{0.0, 0.0, 0.5 * 0.01 * i * i / kRadians}}});
  const FrameStep step(FramePath(with_keys(faster), 2), {}, 1.0, 0.1);  // 1 rad/s^2
  const Vec3d back = step.acceleration({{0.0, 2.0, 0.0}});
  EXPECT_NEAR(back[0], 2.0, 1e-9);
}

}  // namespace
}  // namespace spindrift
