// Time and memory follow the wet region, not the domain.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::vec;

IN_2D_AND_3D(WetRegion);

// Water in the low corner; none reaches the far walls of the smaller domain.
template <int D>
Scene corner(int cells, PressureSolver solver) {
  Scene scene = testing::empty_box(D, vec(cells, cells, cells), 1.0 / 32.0);
  scene.forces.gravity = vec(0.0, -9.81);
  scene.solver.pressure = solver;
  scene.liquids = {liquid(box({}, vec(0.4, 0.6, 0.4)))};
  return scene;
}

TYPED_TEST(WetRegion, the_same_water_in_eight_times_the_volume_moves_the_same_on_the_same_tiles) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kGaussSeidel, PressureSolver::kPcg, PressureSolver::kMultigrid}) {
    auto small = testing::make_solver<D>(corner<D>(32, solver)), large = testing::make_solver<D>(corner<D>(64, solver));
    testing::advance(*small, 12);
    testing::advance(*large, 12);
    const auto a = testing::by_id(small->state()), b = testing::by_id(large->state());
    ASSERT_EQ(a.size(), b.size());
    double furthest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].x, b[i].x) << i;
      ASSERT_EQ(a[i].v, b[i].v) << i;
      for (int axis = 0; axis < D; ++axis) furthest = std::max(furthest, a[i].x[axis]);
    }
    EXPECT_LT(furthest, 0.9);
    EXPECT_LE(large->state().tiles.count(), small->state().tiles.count() * 23 / 20);
  }
}

TYPED_TEST(WetRegion, a_drop_in_a_huge_domain_makes_a_handful_of_tiles) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::empty_box(D, vec(1000, 1000, 500));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {liquid(testing::sphere(vec(500, 700, 250), 3.0))};
  auto solver = testing::make_solver<D>(scene);
  testing::advance(*solver, 50);
  EXPECT_LE(solver->state().tiles.count(), power(3, D));
  const auto report = solver->measure_now();
  EXPECT_EQ(report.escaped_particles, 0);
  EXPECT_NEAR(report.max_speed, 9.81 * (0.5 - 0.5 / scene.time.fps), 1e-3);  // half a step before
}

TYPED_TEST(WetRegion, tiles_follow_the_water_and_vanish_behind_it) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::empty_box(D, vec(400, 40, 40));
  scene.liquids = {liquid(testing::sphere(vec(20, 20, 20), 3.0), vec(300.0, 0.0, 0.0))};
  auto solver = testing::make_solver<D>(scene);
  for (int i = 0; i < 10; ++i) {
    testing::advance(*solver, 10);
    EXPECT_LE(solver->state().tiles.count(), power(4, D));
  }
  EXPECT_NEAR(solver->measure_now().center_of_mass[0], 320.0, 0.5);
}

}  // namespace
}  // namespace spindrift
