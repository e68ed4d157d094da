// Walls, ledges, corners.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Walls);

TYPED_TEST(Walls, water_that_slides_along_a_wall_keeps_its_speed) {
  constexpr int D = kD<TypeParam>;
  for (const Transfer transfer : {Transfer::kPic, Transfer::kFlip, Transfer::kApic}) {
    Scene scene = empty_box(D, vec(60, 12, 12));
    scene.solver.transfer = transfer;
    scene.drift.density_term = false;  // it spreads the foot of the block a little
    scene.liquids = {liquid(box(vec(4, 0, 0), vec(10, 4, 12)), vec(20.0, 0.0, 0.0))};
    auto simulation = testing::simulate(scene);
    const auto before = *simulation.measure();
    const auto after = testing::advance(simulation, 200);
    EXPECT_NEAR(after.linear_momentum[0] / before.linear_momentum[0], 1.0, 1e-4);
    EXPECT_NEAR(after.center_of_mass[0], before.center_of_mass[0] + 40.0, 0.01);
  }
}

TYPED_TEST(Walls, one_particle_on_the_floor_slides_without_friction) {
  constexpr int D = kD<TypeParam>;
  auto solver = testing::make_solver<D>(empty_box(D, vec(60, 12, 12)));
  testing::add_particle<D>(solver->state(), VecD<D>::from(vec(5.3, 0.01, 6.2)), VecD<D>::from(vec(20.0, 0.0, 0.0)));
  testing::advance(*solver, 200);
  const auto after = testing::by_id(solver->state())[0];
  EXPECT_NEAR(after.v[0], 20.0, 1e-3);
  EXPECT_NEAR(after.x[0], 45.3, 0.01);
}

// On a slope, in a bowl and down a hill, water that touches the solid goes as far in a step as its velocity says.
TYPED_TEST(Walls, water_on_solids_that_slant_moves_as_fast_as_its_velocity) {
  constexpr int D = kD<TypeParam>;
  const ShapeSettings bowl =
      testing::difference(box(vec(-10, -10, -10), vec(70, 20, 34)), sphere(vec(30, 22, 12), 20.0));
  for (const ShapeSettings& solid :
       {testing::plane(vec(0, 20, 0), vec(1, 2, 0.3)), bowl, sphere(vec(8, -12, 12), 30.0)})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
      Scene scene = empty_box(D, vec(60, 40, 24));
      scene.forces.gravity = vec(0, -10, 0);
      scene.time.fps = 20.0;
      scene.solver.transfer = transfer;
      scene.liquids = {liquid(sphere(vec(14, 18, 12), 3.0))};
      scene.solids = {testing::solid(solid)};
      auto solver = testing::make_solver<D>(scene);
      double way = 0.0, expected = 0.0;
      int stuck = 0, touching = 0;
      for (int step = 0; step < 60; ++step) {
        const auto before = testing::by_id(solver->state());
        testing::advance(*solver, 1);
        const auto after = testing::by_id(solver->state());
        for (std::size_t i = 0; i < after.size(); ++i) {
          const double speed = 0.5 * length(before[i].v + after[i].v), moved = 20.0 * length(after[i].x - before[i].x);
          const bool is_in_a_corner = before[i].x[1] < 2.0 || before[i].x[0] < 2.0 || before[i].x[0] > 58.0;
          if (is_in_a_corner || speed < 1.0 || distance_to_solids(solver->state(), before[i].x) > 0.1) continue;
          way += moved;
          expected += speed;
          stuck += moved < 0.1 * speed;
          ++touching;
        }
      }
      EXPECT_GT(touching, 200);
      EXPECT_NEAR(way / expected, 1.0, 0.05);
      EXPECT_LT(stuck, touching / 30);
    }
}

// Water thrown at the ceiling and into the corners, past a shelf: all of it comes down.
TYPED_TEST(Walls, nothing_hangs_in_mid_air) {
  constexpr int D = kD<TypeParam>;
  const int n = D == 2 ? 32 : 16;
  Scene scene = testing::still_pool(D, n, n / 4, 1.0 / n);
  scene.liquids.push_back(liquid(sphere(vec(0.5, 0.6, 0.5), 0.15), vec(3.0, 7.0, 2.0)));
  scene.solids = {testing::solid(sphere(vec(0.15, 0.75, 0.2), 0.08))};
  scene.solver.transfer = Transfer::kPic;  // calms the waves
  scene.time.fps = 60.0;
  scene.time.substeps = 0;
  auto solver = testing::make_solver<D>(scene);
  for (int frame = 0; frame < 360; ++frame) ASSERT_TRUE(solver->advance_frame(nullptr));
  double highest = 0.0;
  testing::for_each_particle(solver->state(),
                             [&](std::uint32_t, const VecD<D>& x) { highest = std::max(highest, x[1]); });
  EXPECT_LT(highest, 0.25 + (D == 2 ? 0.07 : 0.02) + 2.5 / n);  // pool, what was added, and waves
}

// Five cells per sub-step, ledges of a cell, walls of a tenth of a cell, and a dry chamber behind one of them.
TYPED_TEST(Walls, no_particle_enters_a_solid_at_cfl_five) {
  constexpr int D = kD<TypeParam>;
  const int n = D == 2 ? 48 : 20;
  const double h = 1.0 / n;
  for (const Integrator integrator : {Integrator::kEuler, Integrator::kRk4}) {
    Scene scene = testing::dam_break(D, n, h);
    scene.solver.integrator = integrator;
    scene.time.fps = 20.0;
    scene.time.substeps = 0;
    scene.time.cfl = 5.0;
    scene.liquids.push_back(liquid(sphere(vec(0.6, 0.8, 0.5), 0.1), vec(8.0, -10.0, 3.0)));
    scene.solids = {testing::solid(box(vec(0.4, 0.3, 0.0), vec(0.7, 0.3 + h, 1.0))),
                    testing::solid(box(vec(0.5, 0.5, 0.2), vec(0.6, 0.5 + 0.3 * h, 0.8))),
                    testing::solid(box(vec(0.85, 0.0, 0.0), vec(0.85 + 0.1 * h, 1.0, 1.0)))};
    auto simulation = testing::simulate(scene);
    const auto before = simulation.measure()->particles;
    for (int frame = 0; frame < 40; ++frame) {
      const auto report = testing::advance(simulation, 1);
      EXPECT_EQ(report.escaped_particles, 0);
      EXPECT_EQ(report.particles, before);
      EXPECT_LT(report.front_x, 0.85);  // the chamber stays dry
    }
  }
}

TYPED_TEST(Walls, long_and_flat_domains_run_clean) {
  constexpr int D = kD<TypeParam>;
  for (const Vec3d& cells : {vec(50, 3, 2), vec(3, 50, 5), vec(1, 20, 17), vec(33, 1, 1), vec(17, 16, 15)}) {
    Scene scene = empty_box(D, cells, 0.1);
    scene.forces.gravity = vec(-2.0, -9.81, 1.0);
    scene.liquids = {liquid(box({}, vec(0.6 * cells[0], 0.7 * cells[1], cells[2]) * 0.1))};
    auto simulation = testing::simulate(scene);
    const auto before = *simulation.measure();
    for (int frame = 0; frame < 60; ++frame) {
      const auto report = testing::advance(simulation, 1);
      EXPECT_EQ(report.particles, before.particles);
      EXPECT_EQ(report.escaped_particles, 0);
      // A jet may be faster than anything that fell. All of the water together has no more energy than it began with.
      const double fallen = before.potential_energy - report.potential_energy;
      EXPECT_LE(report.kinetic_energy, fallen + 1e-3 * std::abs(before.potential_energy)) << cells[0] << ' ' << frame;
    }
  }
}

// At zero velocity and zero gravity nothing may move by one bit, ever.
template <int D>
void expect_nothing_moves(const Scene& scene, int steps) {
  auto solver = testing::make_solver<D>(scene);
  const auto before = testing::by_id(solver->state());
  testing::advance(*solver, steps);
  const auto after = testing::by_id(solver->state());
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(before[i].x, after[i].x) << i;
    ASSERT_EQ(after[i].v, VecD<D>{}) << i;
  }
}

TYPED_TEST(Walls, ten_thousand_steps_at_rest_move_no_particle_by_one_bit) {
  constexpr int D = kD<TypeParam>;
  const ShapeSettings ball = sphere(vec(3, 3, 2.5) * 0.37, 0.8), pool = box({}, vec(7, 4, 5) * 0.37);
  for (const bool devices : {false, true}) {
    Scene scene = empty_box(D, vec(7, 6, 5), 0.37);
    scene.drift.density_term = devices;
    scene.drift.push_apart = devices;
    scene.liquids = {liquid(devices ? pool : ball)};
    expect_nothing_moves<D>(scene, 10000);
  }
}

}  // namespace
}  // namespace spindrift
