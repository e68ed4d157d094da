// The field halfway through the step, from those of this step and the last.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::make_state;
using testing::set_grid_velocity;
using testing::vec;

IN_2D_AND_3D(CenterVelocityTest);

constexpr float kTau = 0.01f;

// Everywhere the same: the velocity u, what the kick changed of it, and the acceleration of the step before.
template <int D>
std::unique_ptr<LiquidState<D>> kicked(float u, float change, float last_velocity, float last_acceleration,
                                       const Vec3d& gravity = {}) {
  Scene scene = testing::still_pool(D, 8, 4);
  scene.solver.stepping = Stepping::kLeapfrog;
  scene.forces.gravity = gravity;
  auto state = make_state<D>(scene);
  set_grid_velocity(*state, [&](const VecD<D>&) { return VecD<D>::filled(static_cast<double>(u)); });
  for (std::size_t a = 0; a < D; ++a) {
    state->velocity_change[a].fill(change);
    for (auto* field : {&state->last_velocity[a], &state->last_acceleration[a], &state->acceleration_before_last[a]})
      field->resize(state->tiles.count());
    state->last_velocity[a].fill(last_velocity);
    state->last_acceleration[a].fill(last_acceleration);
    state->acceleration_before_last[a].fill(last_acceleration);
  }
  state->kick = {.time = 0.0, .dt = static_cast<double>(kTau), .times = 2.0, .ahead = 0.5};
  center_velocity(*state);
  return state;
}

struct Outcome {
  float velocity, change, way;
};

template <int D>
Outcome outcome(const LiquidState<D>& state) {
  const float u = state.velocity[0].tile(1)[0];
  return {u, state.velocity_change[0].tile(1)[0], u + state.drift[0].tile(1)[0]};
}

TYPED_TEST(CenterVelocityTest, a_lasting_change_is_taken_once_more_and_the_field_to_the_middle_of_the_step) {
  const auto state = kicked<kD<TypeParam>>(3.0f, 2.0f * kTau, 2.9f, 2.0f);
  const Outcome now = outcome(*state);
  EXPECT_FLOAT_EQ(now.change, 4.0f * kTau);
  EXPECT_FLOAT_EQ(now.velocity, 3.0f + 2.0f * kTau);
  EXPECT_FLOAT_EQ(now.way, 3.0f + 0.5f * 0.1f);
  EXPECT_FLOAT_EQ(state->last_velocity[0].tile(1)[0], 3.0f);
  EXPECT_FLOAT_EQ(state->last_acceleration[0].tile(1)[0], 2.0f);
}

TYPED_TEST(CenterVelocityTest, water_that_hits_a_wall_does_not_bounce) {
  const Outcome now = outcome(*kicked<kD<TypeParam>>(0.0f, 5.0f, -5.0f, 0.0f));
  EXPECT_LT(now.velocity, 0.11f * 5.0f);
  EXPECT_LT(now.way, 0.03f * 5.0f);
}

TYPED_TEST(CenterVelocityTest, where_there_was_no_field_before_the_forces_go_on) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const Outcome now = outcome(*kicked<kD<TypeParam>>(1.0f, -10.0f * kTau, kNone, kNone, vec(-10.0, 0.0)));
  EXPECT_FLOAT_EQ(now.change, -20.0f * kTau);
  EXPECT_FLOAT_EQ(now.way, 1.0f - 10.0f * kTau);
}

// What the projection finds if a step needs the mean acceleration A: 2 A less what was taken ahead.
TYPED_TEST(CenterVelocityTest, an_acceleration_that_swings_comes_to_rest) {
  constexpr int D = kD<TypeParam>;
  constexpr float kNeeded = 20.0f;
  auto state = kicked<D>(30.0f, kTau * (kNeeded + 10.0f), 30.0f, kNeeded - 10.0f);
  for (auto& field : state->acceleration_before_last) field.fill(kNeeded + 10.0f);
  float swing = 0.0f;
  for (int step = 0; step < 12; ++step) {
    const float ahead = state->velocity[0].tile(1)[0] - state->last_velocity[0].tile(1)[0];
    swing = kNeeded - ahead / kTau;
    for (std::size_t a = 0; a < D; ++a) {
      state->velocity[a].fill(30.0f);
      state->velocity_change[a].fill(kTau * (kNeeded + swing));
    }
    center_velocity(*state);
  }
  EXPECT_LT(std::abs(swing), 0.05f * 10.0f);
}

TYPED_TEST(CenterVelocityTest, the_second_step_goes_on_with_the_mean_of_both) {
  constexpr int D = kD<TypeParam>;
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  auto state = kicked<D>(30.0f, 0.0f, kNone, kNone);  // in the first step nothing shows
  for (auto& field : state->velocity) field.fill(30.0f);
  for (auto& field : state->velocity_change) field.fill(kTau * 20.0f);
  center_velocity(*state);
  EXPECT_FLOAT_EQ(state->last_acceleration[0].tile(1)[0], 10.0f);
}

}  // namespace
}  // namespace spindrift
