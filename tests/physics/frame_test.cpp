// A tank that is shaken or rolled, computed in its own frame: against what is exact, and against the same tank with
// walls that move.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "geometry/motion.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::vec;

constexpr double kRadians = std::numbers::pi / 180.0;

// Where the centre of a thrown blob is in the world, as far from the straight line that nothing pushes it from.
double error_of_flight(int steps_per_second) {
  Scene scene = empty_box(2, vec(64, 64), 0.05);
  scene.time.fps = steps_per_second;
  scene.solver.transfer = Transfer::kApic;
  scene.frame.pivot = vec(1.6, 1.6);
  scene.frame.keyframes = {{0.0, {}, {}}, {10.0, {}, vec(0, 0, 10.0 / kRadians)}};  // 1 rad/s
  scene.liquids = {testing::liquid(testing::sphere(vec(2.2, 1.6), 0.2))};
  // 0.3 m/s to the left and 0.6 m/s up in the world: less the velocity of the tank's points.
  scene.liquids[0].velocity.formulas = {"-0.3 + (y - 1.6)", "0.6 - (x - 1.6)", ""};
  Simulation simulation = testing::simulate(scene);
  const Vec3d begin = simulation.measure()->center_of_mass;
  const double time = 1.5;
  const Vec3d end = testing::advance(simulation, static_cast<int>(time * steps_per_second)).center_of_mass;
  const FramePath path(scene.frame, 2);
  const Vec3d in_world = path.at(time).rotation * (end - scene.frame.pivot) + scene.frame.pivot;
  return length(in_world - (begin + vec(-0.3, 0.6) * time));
}

TEST(Frame, what_flies_freely_flies_straight_in_the_world) {
  const double coarse = error_of_flight(100), fine = error_of_flight(200);
  std::printf("off the line after 1.5 rad and 1 m: %.4f m at 100 steps a second, %.4f m at 200\n", coarse, fine);
  EXPECT_LT(coarse, 0.01);
  EXPECT_LT(fine, 0.005) << "first order in the step, but for what is the grid's";
}

// In a tank that turns steadily water rests below the parabola y = y0 + w^2 r^2 / (2 g).
TEST(Frame, in_a_tank_that_turns_water_rests_below_a_parabola) {
  const int cells = 32;
  Scene scene = empty_box(3, vec(cells, cells, cells), 0.5 / cells);
  scene.time.fps = 60;
  scene.forces.gravity = vec(0, -9.81, 0);
  scene.frame.pivot = vec(0.25, 0.0, 0.25);
  scene.frame.keyframes = {{0.0, {}, {}}, {100.0, {}, vec(0, 400.0 / kRadians, 0)}};  // 4 rad/s about y
  LiquidSettings& water = scene.liquids.emplace_back();
  water.shape.kind = ShapeSettings::Kind::kBelow;
  water.shape.surface = "0.2 + 16*((x - 0.25)^2 + (z - 0.25)^2)/(2*9.81)";
  Simulation simulation = testing::simulate(scene);
  const FrameReport begin = *simulation.measure(), end = testing::advance(simulation, 60);
  std::printf("after 1 s: fastest %.4f m/s, volume %.4f, centre %.5f m higher\n", end.max_speed,
              end.volume / begin.volume, end.center_of_mass[1] - begin.center_of_mass[1]);
  EXPECT_LT(end.max_speed, 0.02);  // the wall in the middle of a side moves at 1 m/s
  EXPECT_NEAR(end.volume / begin.volume, 1.0, 0.005);
  EXPECT_NEAR(end.center_of_mass[1], begin.center_of_mass[1], 0.1 * 0.5 / cells);
}

// A tank 1 m wide whose water sloshes, seen from the tank: where the centre of the water is over time.
std::vector<Vec3d> in_frame(const std::vector<Keyframe>& keys, const Vec3d& pivot, double h, int frames) {
  Scene scene = empty_box(2, vec(1.0 / h, 0.6 / h), h);
  scene.time.fps = 100;
  scene.forces.gravity = vec(0, -9.81);
  scene.frame.pivot = pivot;
  scene.frame.keyframes = keys;
  scene.liquids = {testing::liquid(box(vec(0, 0), vec(1.0, 0.2)))};
  Simulation simulation = testing::simulate(scene);
  std::vector<Vec3d> centers;
  for (int i = 0; i < frames; ++i) centers.push_back(testing::advance(simulation, 1).center_of_mass);
  return centers;
}

// The same in the world: the walls are a solid with the tank as a hole in it.
std::vector<Vec3d> with_walls(const std::vector<Keyframe>& keys, const Vec3d& pivot, double h, int frames) {
  const Vec3d offset = vec(16 * h, 16 * h);
  Scene scene = empty_box(2, vec(1.0 / h + 32, 0.6 / h + 32), h);
  scene.time.fps = 100;
  scene.forces.gravity = vec(0, -9.81);
  scene.liquids = {testing::liquid(box(offset, offset + vec(1.0, 0.2)))};
  scene.solids = {
      testing::solid(testing::difference(box(vec(-5, -5), vec(7, 7)), box(offset, offset + vec(1.0, 2.0))))};
  scene.solids[0].pivot = pivot + offset;
  FrameSettings settings;
  settings.keyframes = keys;
  const FramePath path(settings, 2);
  for (int i = 0; i <= 4 * frames; ++i) {
    const FramePath::Motion motion = path.at(i / 400.0);
    const double angle = std::atan2(motion.rotation.rows[1][0], motion.rotation.rows[0][0]);
    scene.solids[0].keyframes.push_back({i / 400.0, motion.position, vec(0, 0, angle / kRadians)});
  }
  Simulation simulation = testing::simulate(scene);
  std::vector<Vec3d> centers;
  for (int i = 1; i <= frames; ++i) {
    const FramePath::Motion motion = path.at(i / 100.0);
    const Vec3d in_world = testing::advance(simulation, 1).center_of_mass;
    centers.push_back(transposed(motion.rotation) * (in_world - scene.solids[0].pivot - motion.position) + pivot);
  }
  return centers;
}

// The largest difference sideways as a share of the largest excursion.
double difference_of(const std::vector<Keyframe>& keys, const Vec3d& pivot, double h, const char* name) {
  const int frames = 150;
  const auto a = in_frame(keys, pivot, h, frames), b = with_walls(keys, pivot, h, frames);
  double excursion = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    excursion = std::max(excursion, std::abs(a[i][0] - 0.5));
    difference = std::max(difference, std::abs(a[i][0] - b[i][0]));
  }
  std::printf("%s, cells of %.4f m: the centre swings by %.4f m, with walls by %.4f m less or more\n", name, h,
              excursion, difference);
  return difference / excursion;
}

std::vector<Keyframe> swing(const Vec3d& way, double degrees) {
  std::vector<Keyframe> keys;
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.02 * i, share = 0.5 * (1.0 - std::cos(2.0 * std::numbers::pi * t / 1.2));
    keys.push_back({t, way * share, vec(0, 0, degrees * share)});
  }
  return keys;
}

TEST(Frame, a_tank_that_is_shaken_sloshes_as_one_with_moving_walls) {
  EXPECT_LT(difference_of(swing(vec(0.1, 0.0), 0.0), vec(0.5, 0.0), 0.025, "shaken"), 0.05);
}

TEST(Frame, a_tank_that_is_rolled_sloshes_as_one_with_moving_walls) {
  EXPECT_LT(difference_of(swing({}, 8.0), vec(0.5, 0.0), 0.025, "rolled"), 0.05);
}

}  // namespace
}  // namespace spindrift
