// When forces act, whatever the lengths of the steps.
#include "liquid/kick.h"

#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::make_solver;
using testing::make_state;
using testing::sphere;
using testing::still_pool;
using testing::vec;

IN_2D_AND_3D(KickTest);

constexpr double kUnequalSteps[] = {0.01, 0.02, 0.005, 0.005, 0.03, 0.01, 0.0025, 0.02};
constexpr Stepping kBoth[] = {Stepping::kEuler, Stepping::kLeapfrog};

template <int D>
Scene falling_ball(Stepping stepping) {
  Scene scene = empty_box(D, vec(24, 32, 24));
  scene.forces.gravity = vec(1.0, -9.81, 0.5);
  scene.solver.stepping = stepping;
  scene.liquids = {liquid(sphere(vec(12, 24, 12), 4.0), vec(2.0, 3.0, -1.0))};
  return scene;
}

TYPED_TEST(KickTest, free_fall_is_exact_whatever_the_lengths_of_the_steps) {
  constexpr int D = kD<TypeParam>;
  for (const Stepping stepping : kBoth) {
    const Scene scene = falling_ball<D>(stepping);
    auto solver = make_solver<D>(scene);
    const auto before = by_id(solver->state());
    double t = 0.0;
    for (const double dt : kUnequalSteps) {
      ASSERT_TRUE(solver->advance_step(dt, nullptr));
      t += dt;
    }
    const auto after = by_id(solver->state());
    for (std::size_t i = 0; i < before.size(); ++i)
      for (int a = 0; a < D; ++a) {
        const double fallen = before[i].v[a] * t + 0.5 * scene.forces.gravity[a] * t * t;
        EXPECT_NEAR(after[i].x[a], before[i].x[a] + fallen, 1e-4);
      }
  }
}

// The kicks of all steps are as long together as the time from the start to the middle of the last step.
TYPED_TEST(KickTest, kicks_reach_from_the_start_to_the_middle_of_the_last_step) {
  constexpr int D = kD<TypeParam>;
  for (const Stepping stepping : kBoth) {
    auto state = make_state<D>(falling_ball<D>(stepping));
    state->max_speed = 5.0f;
    double kicked = 0.0;
    for (const double dt : kUnequalSteps) {
      state->dt = dt;
      plan_kick(*state);
      kicked += state->kick.times * state->kick.dt;
      EXPECT_NEAR(kicked, state->time + 0.5 * dt, 1e-12);
      if (stepping == Stepping::kEuler) {
        EXPECT_EQ(state->kick.times, 1.0);
        EXPECT_EQ(state->kick.ahead, 0.0);
      }
      remember_kick(*state);
      state->time += dt;
    }
  }
}

// With equal steps the field is that of the step's beginning, and half of its change since the last one takes it to the
// middle.
TYPED_TEST(KickTest, leapfrog_kicks_for_half_a_step_and_takes_the_change_twice) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(falling_ball<D>(Stepping::kLeapfrog));
  state->scene.solver.calm_speed = 0.0;
  for (int i = 0; i < 4; ++i) {
    state->dt = 0.01;
    plan_kick(*state);
    EXPECT_NEAR(state->kick.dt, 0.005, 1e-12);
    EXPECT_NEAR(state->kick.times, i == 0 ? 1.0 : 2.0, 1e-12);
    EXPECT_NEAR(state->kick.ahead, i == 0 ? 0.0 : i == 1 ? 1.0 : 0.5, 1e-12);
    remember_kick(*state);
    state->time += state->dt;
  }
}

TYPED_TEST(KickTest, the_pressure_of_still_water_does_not_depend_on_the_lengths_of_the_steps) {
  constexpr int D = kD<TypeParam>;
  for (const Stepping stepping : kBoth) {
    Scene scene = still_pool(D, 12, 6);
    scene.solver.stepping = stepping;
    scene.solver.tolerance = 1e-8;
    auto simulation = testing::simulate(scene);
    for (const double dt : kUnequalSteps) {
      ASSERT_TRUE(simulation.advance_step(dt));
      const auto cells = simulation.cells();
      ASSERT_TRUE(cells);
      const std::size_t middle = 6 + (D == 3 ? 6 * 12 * 12 : 0);  // of the floor
      EXPECT_NEAR(static_cast<double>(cells->pressure[middle]), 1000.0 * 9.81 * 5.5, 1000.0 * 9.81 * 0.05) << dt;
    }
  }
}

}  // namespace
}  // namespace spindrift
