// Solids that a script moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Obstacle);

// A pool two metres long and half a metre deep with a ball in it.
template <int D>
Scene pool_with_ball(int cells) {
  const double h = 1.0 / cells;
  Scene scene = testing::empty_box(D, vec(2 * cells, cells, cells / 2), h);
  scene.forces.gravity = vec(0.0, -9.81);
  const auto ball = sphere(vec(0.5, 0.25, 0.25), 0.12);
  scene.solids = {testing::solid(ball)};
  scene.liquids = {testing::liquid(testing::difference(box({}, vec(2.0, 0.5, 0.5)), ball))};
  return scene;
}

Keyframe key(double time, const Vec3d& position) { return {time, position, {}}; }

std::int64_t solid_cells(const Simulation& simulation) {
  return std::ranges::count(simulation.cells()->type, CellType::kSolid);
}

double rms_speed(const FrameReport& report, const Scene& scene) {
  const double mass = scene.fluid.density * static_cast<double>(report.particles) *
                      std::pow(scene.domain.cell(), scene.dimension()) / scene.particles_per_cell();
  return std::sqrt(2.0 * report.kinetic_energy / mass);
}

// Mean x velocity of the fluid cells in a box, m/s.
double mean_velocity(const CellFrame& cells, const Vec3d& low, const Vec3d& high) {
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < cells.type.size(); ++i) {
    if (cells.type[i] != CellType::kFluid) continue;
    std::size_t rest = i;
    bool inside = true;
    for (int a = 0; a < 3; ++a) {
      const double x = (static_cast<double>(rest % static_cast<std::size_t>(cells.cells[a])) + 0.5) * cells.cell_size;
      rest /= static_cast<std::size_t>(cells.cells[a]);
      inside &= (cells.cells[a] == 1) || (x > low[a] && x < high[a]);
    }
    if (!inside) continue;
    sum += static_cast<double>(cells.velocity[3 * i]);
    count += 1.0;
  }
  return sum / count;
}

TYPED_TEST(Obstacle, a_moving_ball_is_solid_for_the_solver_and_pushes_the_water) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_with_ball<D>(D == 2 ? 32 : 20);
  scene.solids[0].velocity = vec(1.0, 0.0, 0.0);
  auto simulation = testing::simulate(scene);
  const auto before = *simulation.measure();
  const auto first_types = simulation.cells()->type;
  const auto first_solid = solid_cells(simulation);
  EXPECT_GT(first_solid, D == 2 ? 10 : 5);  // cells that lie in it wholly
  FrameReport report;
  for (int i = 0; i < 60; ++i) {
    report = testing::advance(simulation, 1);
    EXPECT_EQ(report.escaped_particles, 0);
  }
  // It is elsewhere now, and as large.
  EXPECT_NE(simulation.cells()->type, first_types);
  EXPECT_NEAR(static_cast<double>(solid_cells(simulation)), static_cast<double>(first_solid),
              0.2 * static_cast<double>(first_solid));
  EXPECT_EQ(report.particles, before.particles);
  // The ball's front is at x = 1.22. In an inviscid liquid the velocity ahead of it falls off as (R / r)^D.
  const double front = mean_velocity(*simulation.cells(), vec(1.22, 0.2, 0.2), vec(1.28, 0.3, 0.3));
  const double theory = std::pow(0.12 / 0.15, D);
  EXPECT_NEAR(front, theory, 0.2 * theory);
  // Water fills the place the ball leaves: taken together it moves the other way, with the momentum of the displaced
  // water.
  const double ball = D == 2 ? 3.14159 * 0.12 * 0.12 : 4.0 / 3.0 * 3.14159 * 0.12 * 0.12 * 0.12;
  EXPECT_LT(report.linear_momentum[0], -0.2 * 1000.0 * ball);
  EXPECT_GT(report.linear_momentum[0], -2.0 * 1000.0 * ball);
}

TYPED_TEST(Obstacle, a_ball_that_comes_down_displaces_its_volume) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_with_ball<D>(D == 2 ? 32 : 20);
  scene.liquids[0].shape = box({}, vec(2.0, 0.5, 0.5));
  scene.solids[0].shape = sphere(vec(1.0, 0.75, 0.25), 0.15);
  scene.solids[0].keyframes = {key(0.0, {}), key(1.0, vec(0.0, -0.5, 0.0))};
  auto simulation = testing::simulate(scene);
  const double before = simulation.measure()->center_of_mass[1];
  const auto after = testing::advance(simulation, 300);
  // The pool's surface rises by the ball's volume over its area, and the mean height by what was moved up.
  const double ball = D == 2 ? 3.14159 * 0.15 * 0.15 : 4.0 / 3.0 * 3.14159 * 0.15 * 0.15 * 0.15;
  const double area = D == 2 ? 2.0 : 1.0, rise = ball / area;
  const double volume = 0.5 * area;
  const double expected = before + (ball * (0.5 + 0.5 * rise - 0.25)) / volume;
  EXPECT_NEAR(after.center_of_mass[1], expected, 0.1 * (expected - before) + 0.002);
  EXPECT_EQ(after.escaped_particles, 0);
}

// A ball that comes in through a side of the domain, or out of another solid, has been where there is no liquid. What
// it takes of the cells there must not be missing in the balance of the cells that it comes into: they would suck
// liquid in through ever smaller openings, at 40 to 300 m/s.
// A wedge of 10 degrees ends in a row of cells with their centres in the solid, and its tip holds nobody. Once it was a
// bubble that water rushed into, faster without bound; and what was caught in the tip kept its speed and passed it on.
TYPED_TEST(Obstacle, a_flap_that_closes_to_a_wedge_makes_the_water_no_faster_than_it_must) {
  constexpr int D = kD<TypeParam>;
  constexpr double kLength = 0.6, kThick = 0.1, kSeconds = 0.5;
  struct Flap {
    double hinge, degrees;
  };
  for (const Flap& flap : {Flap{0.0, 10.0}, Flap{0.05, 3.0}}) {
    Scene scene = testing::empty_box(D, vec(64, 32, 4), 1.0 / 32.0);
    scene.forces.gravity = vec(0.0, -9.81);
    scene.liquids = {testing::liquid(box({}, vec(2.0, 0.5, 0.125)))};
    const Vec3d hinge = vec(0.7, flap.hinge);
    scene.solids = {testing::solid(
        box(vec(hinge[0], hinge[1] - 0.5 * kThick, -1.0), vec(hinge[0] + kLength, hinge[1] + 0.5 * kThick, 1.0)))};
    scene.solids[0].pivot = hinge;
    scene.solids[0].keyframes = {{0.0, {}, vec(0, 0, 90.0)}, {kSeconds, {}, vec(0, 0, flap.degrees)}};
    scene.drift.push_apart = true;
    scene.drift.resample = false;
    scene.time.fps = 30;
    scene.time.substeps = 0;
    // What lies below the flap, L sin(angle) high at its end, leaves there: u = omega L^2 / 2 / gap.
    const double radian = 3.14159265 / 180.0, omega = (90.0 - flap.degrees) * radian / kSeconds;
    const double gap = kLength * std::sin(flap.degrees * radian) + (flap.hinge - 0.5 * kThick);
    const double must = omega * kLength * kLength / 2.0 / gap, of_fall = std::sqrt(2.0 * 9.81 * 1.0);
    Simulation simulation = testing::simulate(scene);
    for (int frame = 0; frame < 40; ++frame) {
      const auto report = simulation.advance_frame();
      ASSERT_TRUE(report);
      ASSERT_LT(report->max_speed, 1.5 * (must + of_fall)) << "frame " << frame << ", to " << flap.degrees;
    }
  }
}

// What particles gather across a solid's surface, which the grid does not move them by, must not stay: once, pure FLIP
// on a floor of solid gained 1,000 m/s.
TYPED_TEST(Obstacle, a_dam_breaks_on_a_solid_floor_without_gaining_energy) {
  constexpr int D = kD<TypeParam>;
  constexpr double kFloor = 2.0, kHeight = 14.0;
  Scene scene = testing::empty_box(D, vec(40, 20, 2));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {testing::liquid(box(vec(0, kFloor, 0), vec(12, kFloor + kHeight, 2)))};
  scene.solids = {testing::solid(box(vec(-1, -1, -1), vec(41, kFloor, 3)))};
  scene.solver.flip = 1.0;
  scene.time.fps = 10;
  scene.time.substeps = 0;
  Simulation simulation = testing::simulate(scene);
  const double before = simulation.measure()->potential_energy;
  for (int frame = 0; frame < 100; ++frame) {
    const auto report = simulation.advance_frame();
    ASSERT_TRUE(report);
    ASSERT_LT(report->kinetic_energy + report->potential_energy, 1.02 * before) << "frame " << frame;
    ASSERT_LT(report->max_speed, 3.0 * std::sqrt(2.0 * 9.81 * kHeight)) << "frame " << frame;
  }
}

// The gap below is a row of small cut cells that opens at both ends and leads out of the tiles that are wet.
TYPED_TEST(Obstacle, a_long_block_rises_from_the_floor_beside_water) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::empty_box(D, vec(40, 10, 4));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {testing::liquid(box({}, vec(8, 2, 4)))};
  scene.solids = {testing::solid(box(vec(8, 0, -1), vec(30, 4, 5)), vec(0.0, 1.0))};
  scene.time.fps = 60;
  Simulation simulation = testing::simulate(scene);
  for (int frame = 0; frame < 60; ++frame) {
    const auto report = simulation.advance_frame();
    ASSERT_TRUE(report) << to_string(report.error());
    ASSERT_LT(report->max_speed, 12.0) << "frame " << frame;  // falling by 2 m makes 6.3 m/s, and the block draws
  }
}

TYPED_TEST(Obstacle, a_ball_that_comes_out_of_a_wall_makes_the_water_no_faster_than_a_few_times_itself) {
  constexpr int D = kD<TypeParam>;
  enum class Block { kNone, kStill, kSlow };  // that the ball is in first; slow: a moving solid itself
  struct Way {
    Vec3d from, step;
    Block block;
  };
  for (const Way& way :
       {Way{vec(-0.3, 0.25, 0.25), vec(0.9, 0.0), Block::kNone},
        Way{vec(0.5, 0.25, 0.25), vec(0.0, -0.6), Block::kNone}, Way{vec(0.5, 0.0, 0.25), vec(0.0, 0.4), Block::kStill},
        Way{vec(0.5, 0.0, 0.25), vec(0.0, 0.4), Block::kSlow}}) {
    Scene scene = testing::empty_box(D, vec(30, 20, 15), 1.0 / 30.0);
    scene.forces.gravity = vec(0.0, -9.81);
    auto liquid = box({}, vec(1.0, 0.45, 0.5));
    const auto ball = sphere(way.from, 0.1);
    liquid = testing::difference(liquid, ball);
    if (way.block != Block::kNone) {
      const auto block = box({}, vec(1.0, 0.15, 0.5));  // ends within cells
      scene.solids.push_back(testing::solid(block));
      if (way.block == Block::kSlow) scene.solids.back().velocity = vec(1e-4, 0.0);
      liquid = testing::difference(liquid, block);
    }
    scene.liquids = {testing::liquid(liquid)};
    scene.solids.push_back(testing::solid(ball));
    scene.solids.back().keyframes = {key(0.1, {}), key(0.7, way.step)};
    scene.time.fps = 30;
    Simulation simulation = testing::simulate(scene);
    const FrameReport before = *simulation.measure();
    for (int frame = 0; frame < 24; ++frame) {
      const auto report = simulation.advance_frame();
      ASSERT_TRUE(report);
      EXPECT_LT(report->max_speed, 8.0) << "frame " << frame;
      const double energy = report->kinetic_energy + report->potential_energy;
      EXPECT_LT(energy, 1.25 * before.potential_energy) << "frame " << frame;
    }
  }
}

TYPED_TEST(Obstacle, an_obstacle_held_still_has_no_velocity) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_with_ball<D>(D == 2 ? 32 : 16);
  scene.solids[0].keyframes = {key(0.0, {}), key(0.2, vec(0.3, 0.0, 0.0)), key(1000.0, vec(0.3, 0.0, 0.0))};
  auto solver = testing::make_solver<D>(scene);
  testing::advance(*solver, 21);
  const VecD<D> at = VecD<D>::from(vec(0.8, 0.25, 0.25));
  for (int i = 0; i < 5; ++i) {
    testing::advance(*solver, 1);
    EXPECT_EQ(solver->state().solids[0].velocity(at), VecD<D>{});
  }
  // From now on the water it has stirred only loses energy.
  const FrameReport stirred = solver->measure_now();
  for (int i = 0; i < 4; ++i) {
    testing::advance(*solver, 100);
    const FrameReport now = solver->measure_now();
    // But for what lifting crowded particles to rest density takes.
    EXPECT_LT(now.kinetic_energy + now.potential_energy, 1.0005 * stirred.potential_energy + stirred.kinetic_energy);
  }
}

TYPED_TEST(Obstacle, water_around_an_obstacle_at_rest_stays_at_rest) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = pool_with_ball<D>(D == 2 ? 32 : 16);
  auto simulation = testing::simulate(scene);
  const auto before = *simulation.measure();
  const auto after = testing::advance(simulation, 200);
  EXPECT_NEAR(after.center_of_mass[1] / before.center_of_mass[1], 1.0, 0.005);
  EXPECT_LT(rms_speed(after, scene), 0.02);
}

// Moved 1 m in no time: as a velocity that would be 100 m/s. Nothing of that may reach the water.
TYPED_TEST(Obstacle, teleporting_injects_no_energy_and_frees_the_old_place) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_with_ball<D>(D == 2 ? 32 : 16);
  scene.solids[0].keyframes = {key(0.0, {}), key(0.105, {}), key(0.105, vec(1.0, 0.0, 0.0)),
                               key(1000.0, vec(1.0, 0.0, 0.0))};
  auto simulation = testing::simulate(scene);
  const auto before = testing::advance(simulation, 10);
  double most = 0.0, fastest = 0.0;
  for (int i = 0; i < 60; ++i) {
    const auto report = testing::advance(simulation, 1);
    EXPECT_EQ(report.escaped_particles, 0);
    most = std::max(most, report.kinetic_energy + report.potential_energy);
    fastest = std::max(fastest, report.max_speed);
  }
  // Making room for the ball lifts its volume of water from its place to the surface, and splashes. Carrying the water
  // along at 100 m/s would cost two thousand times as much.
  const double ball = D == 2 ? 3.14159 * 0.12 * 0.12 : 4.0 / 3.0 * 3.14159 * 0.12 * 0.12 * 0.12;
  EXPECT_LT(most, before.kinetic_energy + before.potential_energy + 2.0 * 1000.0 * ball * 9.81 * 0.25);
  EXPECT_LT(fastest, 2.0 * std::sqrt(2.0 * 9.81 * 0.5));  // the hole closes at free fall, and its jet at twice that
  // Water has closed over the place it left.
  const CellFrame cells = *simulation.cells();
  const std::size_t x = static_cast<std::size_t>(0.5 / cells.cell_size),
                    y = static_cast<std::size_t>(0.2 / cells.cell_size);
  const std::size_t z = D == 3 ? static_cast<std::size_t>(0.25 / cells.cell_size) : 0;
  const std::size_t i =
      x + static_cast<std::size_t>(cells.cells[0]) * (y + static_cast<std::size_t>(cells.cells[1]) * z);
  EXPECT_EQ(cells.type[i], CellType::kFluid);
  for (const float v : cells.velocity) EXPECT_TRUE(std::isfinite(v));
}

// A paddle that stands on the floor and reaches from wall to wall must take the water on the floor along.
TYPED_TEST(Obstacle, a_paddle_flush_with_the_walls_leaves_nobody_inside) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_with_ball<D>(D == 2 ? 32 : 16);
  const double h = scene.domain.cell();
  scene.liquids[0].shape = box(vec(6 * h, 0.0, 0.0), vec(2.0, 0.4, 0.5));
  scene.solids = {testing::solid(box(vec(2 * h, 0.0, 0.0), vec(5 * h, 1.0, 0.5)), vec(0.8, 0.0, 0.0))};
  auto simulation = testing::simulate(scene);
  std::int64_t escaped = 0;
  FrameReport report;
  for (int i = 0; i < 100; ++i) {
    report = testing::advance(simulation, 1);
    escaped += report.escaped_particles;
  }
  EXPECT_EQ(escaped, 0);
  // Everything is still in front of the paddle.
  const ParticleFrame particles = *simulation.particles();
  for (std::size_t p = 0; p < particles.count(); ++p)
    ASSERT_GT(particles.position[3 * p], 0.8f + static_cast<float>(5 * h));
}

}  // namespace
}  // namespace spindrift
