// Water without contact to air, and water one cell thick.
#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::vec;

IN_2D_AND_3D(Pockets);

constexpr PressureSolver kSolvers[] = {PressureSolver::kGaussSeidel, PressureSolver::kPcg, PressureSolver::kMultigrid};

TYPED_TEST(Pockets, a_closed_full_box_stays_at_rest) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : kSolvers) {
    Scene scene = empty_box(D, vec(9, 12, 7), 0.1);
    scene.forces.gravity = vec(3.0, -9.81, 1.0);
    scene.solver.pressure = solver;
    scene.solver.sweeps = 200;
    scene.liquids = {liquid(box({}, vec(0.9, 1.2, 0.7)))};
    auto simulation = testing::simulate(scene);
    const auto report = testing::advance(simulation, 200);
    EXPECT_TRUE(report.pressure_converged);
    EXPECT_LT(report.max_speed, 1e-3);
    EXPECT_EQ(report.escaped_particles, 0);
  }
}

// A pool, a chamber full of water in a block of stone, a chamber of a single cell, and a drop in the air.
TYPED_TEST(Pockets, enclosed_chambers_and_single_cells_do_not_disturb_the_rest) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : kSolvers) {
    Scene scene = testing::still_pool(D, 20, 5, 0.05);
    scene.solver.pressure = solver;
    scene.solver.sweeps = 100;
    const auto stone = box(vec(0.3, 0.0, 0.2), vec(0.8, 0.5, 0.8));
    const auto chamber = box(vec(0.4, 0.1, 0.3), vec(0.6, 0.3, 0.6)),
               cell = box(vec(0.7, 0.4, 0.5), vec(0.75, 0.45, 0.55));
    ShapeSettings hollow = testing::difference(stone, chamber);
    hollow.parts.push_back(cell);
    scene.solids = {testing::solid(hollow)};
    scene.liquids[0].shape = testing::difference(box({}, vec(1.0, 0.25, 1.0)), stone);
    scene.liquids.push_back(liquid(chamber, vec(1.0, 2.0, -1.0)));
    scene.liquids.push_back(liquid(cell, vec(-3.0, 2.0, 1.0)));
    scene.liquids.push_back(liquid(box(vec(0.1, 0.8, 0.1), vec(0.15, 0.85, 0.15))));
    auto simulation = testing::simulate(scene);
    const auto before = *simulation.measure();
    for (int i = 0; i < 100; ++i) {
      const auto report = testing::advance(simulation, 1);
      EXPECT_EQ(report.escaped_particles, 0);
      EXPECT_EQ(report.particles, before.particles);
      EXPECT_TRUE(report.pressure_converged);
      EXPECT_LT(report.max_speed, 8.0);
    }
  }
}

// A 3D domain one cell deep is the 2D problem. Both layers of particles see the same field.
TEST(Pockets3D, a_domain_one_cell_deep_flows_like_the_plane) {
  for (const PressureSolver solver : kSolvers) {
    auto scene = [&](int dimension) {
      Scene s = empty_box(dimension, vec(24, 24, 1), 1.0 / 24);
      s.forces.gravity = vec(0.0, -9.81);
      s.solver.pressure = solver;
      s.liquids = {liquid(box({}, vec(0.4, 0.6, 1.0)))};
      return s;
    };
    auto flat = testing::make_solver<2>(scene(2));
    auto deep = testing::make_solver<3>(scene(3));
    testing::advance(*flat, 30);
    testing::advance(*deep, 30);
    EXPECT_TRUE(deep->state().report.pressure.converged);
    const auto a = flat->measure_now(), b = deep->measure_now();
    EXPECT_EQ(b.particles, 2 * a.particles);
    EXPECT_NEAR(b.center_of_mass[0], a.center_of_mass[0], 2e-4);
    EXPECT_NEAR(b.center_of_mass[1], a.center_of_mass[1], 2e-4);
    EXPECT_NEAR(b.front_x, a.front_x, 0.02);
    testing::for_each_particle(deep->state(), [&](std::uint32_t p, const VecD<3>&) {
      ASSERT_LT(std::abs(testing::velocity_of(deep->state(), p)[2]), 0.05);
    });
  }
}

}  // namespace
}  // namespace spindrift
