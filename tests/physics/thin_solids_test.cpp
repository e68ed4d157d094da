// Nothing passes a thin solid, however the solid moves and however the liquid is pushed against it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::vec;

// Counts the particles at places that they must not reach.
int count_at(Simulation& simulation, const std::function<bool(const Vec3d&)>& is_wrong) {
  const std::vector<float> position = simulation.particles()->position;
  int count = 0;
  for (std::size_t i = 0; i + 2 < position.size(); i += 3)
    count += is_wrong(vec(static_cast<double>(position[i]), static_cast<double>(position[i + 1]),
                          static_cast<double>(position[i + 2])));
  return count;
}

// A paddle from wall to wall, a third of a cell thick, takes all of the water with it, from rest and in one step, too.
TEST(ThinSolids, a_paddle_at_twenty_cells_per_frame_meets_every_particle) {
  constexpr double kStart = 0.1, kThickness = 0.008, kWay = 0.4, kBegin = 0.1, kEnd = 0.1133;
  for (const int dimension : {2, 3})
    for (const int substeps : {0, 1, 7}) {
      Scene scene = testing::empty_box(dimension, vec(40, 24, 6), 1.0 / 40.0);
      scene.time.fps = 60.0;
      scene.time.substeps = substeps;
      scene.forces.gravity = vec(0.0, -9.81);
      scene.liquids = {testing::liquid(testing::box(vec(0.11, 0.0, 0.0), vec(1.0, 0.25, 1.0)))};
      SolidSettings paddle;
      paddle.shape = testing::box(vec(kStart, -0.1, -0.1), vec(kStart + kThickness, 0.7, 0.3));
      paddle.keyframes = {{kBegin, {}, {}}, {kEnd, vec(kWay, 0.0), {}}};
      scene.solids = {paddle};
      auto simulation = testing::simulate(scene);
      for (int frame = 1; frame <= 9; ++frame) {
        ASSERT_EQ(testing::advance(simulation, 1).escaped_particles, 0) << frame;
        const double moved = std::clamp((frame / 60.0 - kBegin) / (kEnd - kBegin), 0.0, 1.0) * kWay;
        ASSERT_EQ(count_at(simulation, [&](const Vec3d& x) { return x[0] <= kStart + moved; }), 0)
            << dimension << ' ' << substeps << ' ' << frame;
      }
    }
}

// A blade across a round chamber, a fifth of a cell thick, with water on one side: it may turn as far as it likes
// within a step, all of the water stays on that side.
TEST(ThinSolids, a_blade_that_spins_keeps_the_water_on_its_side) {
  for (const int dimension : {2, 3})
    for (const double degrees : {3.0, 20.0, 60.0, 90.0, 170.0, 250.0}) {
      Scene scene = testing::empty_box(dimension, vec(24, 24, 4));
      const Vec3d middle = vec(12.0, 12.0, 2.0);
      ShapeSettings chamber;
      chamber.kind = ShapeSettings::Kind::kCylinder;
      chamber.from = vec(12.0, 12.0, -2.0), chamber.to = vec(12.0, 12.0, 6.0);
      chamber.radius = 10.0;
      if (dimension == 2) chamber = testing::sphere(middle, 10.0);
      SolidSettings blade;
      blade.shape = testing::box(vec(0.5, 11.9, -1.0), vec(23.5, 12.1, 5.0));
      blade.pivot = middle;
      blade.angular_velocity_degrees = vec(0.0, 0.0, degrees / 0.01);
      scene.solids = {testing::solid(testing::difference(testing::box(vec(-2, -2, -2), vec(26, 26, 6)), chamber)),
                      blade};
      scene.liquids = {testing::liquid(testing::box(vec(3.0, 12.2, 0.0), vec(21.0, 17.0, 4.0)))};
      auto simulation = testing::simulate(scene);
      const auto before = simulation.measure()->particles;
      for (int frame = 1; frame <= 10; ++frame) {
        const FrameReport report = testing::advance(simulation, 1);
        const double angle = frame * degrees * std::numbers::pi / 180.0;
        const int wrong = count_at(simulation, [&](const Vec3d& x) {
          return (x[1] - 12.0) * std::cos(angle) - (x[0] - 12.0) * std::sin(angle) < 0.1;
        });
        EXPECT_EQ(wrong, 0) << dimension << ' ' << degrees << ' ' << frame;
        EXPECT_EQ(report.particles, before);
        EXPECT_EQ(report.escaped_particles, 0);
      }
    }
}

// A thin paddle closes on a thin wall until no gap is left, in one step or in many. The water between the two leaves
// over the lower one, and none goes through either.
TEST(ThinSolids, a_paddle_that_closes_on_a_wall_keeps_the_water_between_them) {
  constexpr double kWall = 12.0, kPaddle = 5.0, kThickness = 0.2, kLow = 8.0, kHigh = 25.0;
  for (const int dimension : {2, 3})
    for (const double gap : {0.3, 0.0})
      for (const bool is_paddle_high : {false, true}) {
        Scene scene = testing::empty_box(dimension, vec(24, 24, 3));
        scene.time.substeps = is_paddle_high ? 1 : 0;
        scene.forces.gravity = vec(0.0, -9.81);
        const double way = kWall - kPaddle - gap;
        SolidSettings paddle;
        paddle.shape =
            testing::box(vec(kPaddle - kThickness, -1.0, -1.0), vec(kPaddle, is_paddle_high ? kHigh : kLow, 5.0));
        paddle.keyframes = {{0.0, {}, {}}, {0.4, vec(way, 0.0), {}}};
        const ShapeSettings wall =
            testing::box(vec(kWall, -1.0, -1.0), vec(kWall + kThickness, is_paddle_high ? kLow : kHigh, 5.0));
        scene.solids = {testing::solid(wall), paddle};
        scene.liquids = {testing::liquid(testing::box(vec(kPaddle, 0.0, 0.0), vec(kWall, 3.0, 3.0)))};
        auto simulation = testing::simulate(scene);
        const auto before = simulation.measure()->particles;
        for (int frame = 1; frame <= 50; ++frame) {
          const FrameReport report = testing::advance(simulation, 1);
          const double front = kPaddle + way * std::min(1.0, 0.01 * frame / 0.4);
          const int wrong = count_at(
              simulation, [&](const Vec3d& x) { return is_paddle_high ? x[0] < front - 1e-3 : x[0] > kWall + 1e-3; });
          ASSERT_EQ(wrong, 0) << dimension << ' ' << gap << ' ' << is_paddle_high << ' ' << frame;
          ASSERT_EQ(report.particles, before);
          ASSERT_EQ(report.escaped_particles, 0) << dimension << ' ' << gap << ' ' << is_paddle_high << ' ' << frame;
        }
      }
}

// Particles that push each other apart do not push each other through a wall.
TEST(ThinSolids, particles_that_push_each_other_stay_on_their_side) {
  for (const int dimension : {2, 3}) {
    Scene scene = testing::with_sweeps(testing::empty_box(dimension, vec(24, 16, 3)), 40);
    scene.forces.gravity = vec(0.0, -9.81);
    scene.solids = {testing::solid(testing::box(vec(12.0, -1.0, -1.0), vec(12.03, 17.0, 5.0)))};
    scene.liquids = {testing::liquid(testing::box(vec(2.0, 0.0, 0.0), vec(10.0, 12.0, 3.0)), vec(300.0, 0.0))};
    auto simulation = testing::simulate(scene);
    for (int frame = 1; frame <= 60; ++frame) {
      const FrameReport report = testing::advance(simulation, 1);
      ASSERT_EQ(count_at(simulation, [](const Vec3d& x) { return x[0] > 12.0; }), 0) << dimension << ' ' << frame;
      ASSERT_EQ(report.escaped_particles, 0);
    }
  }
}

// A slot 0.3 cells wide under water, aslant: the grid cannot see it, and particles that get in must not gather the
// speed of a fall that they do not make.
TEST(ThinSolids, a_slot_too_narrow_for_the_grid_gives_nobody_more_speed_than_a_fall) {
  Scene scene = testing::empty_box(2, vec(32, 24));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {testing::liquid(testing::box({}, vec(32, 20)))};
  for (const auto& [from, to] : {std::pair(vec(7.68, 5.54), vec(17.96, 17.8)), {vec(14.04, 0.2), vec(24.32, 12.46)}}) {
    SolidSettings block;
    block.shape.kind = ShapeSettings::Kind::kCylinder;
    block.shape.from = from;
    block.shape.to = to;
    block.shape.radius = 4.0;
    scene.solids.push_back(block);
  }
  scene.time.fps = 10;
  scene.time.substeps = 0;
  auto simulation = testing::simulate(scene);
  for (int frame = 0; frame < 60; ++frame) {
    const auto report = simulation.advance_frame();
    ASSERT_TRUE(report) << to_string(report.error());
    ASSERT_LT(report->max_speed, std::sqrt(2.0 * 9.81 * 20.0)) << "frame " << frame;
  }
}

}  // namespace
}  // namespace spindrift
