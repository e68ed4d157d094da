// The reflection mirrors the velocity at the flows free of divergence: half of the pressure acts before advection.
#include <gtest/gtest.h>

#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(ReflectVelocityTest);

// A closed room, in it a flow that is not free of divergence and nowhere crosses a wall.
template <int D>
std::unique_ptr<SmokeState<D>> room() {
  Scene scene = testing::air_box(D, 20);
  scene.gas.reflection = true;
  scene.solver.tolerance = 1e-7;
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, [](const VecD<D>& x) {
    VecD<D> u;
    for (int a = 0; a < D; ++a) u[a] = x[a] * (1.0 - x[a]) * (1.0 + 3.0 * std::sin(5.0 * x[(a + 1) % D] + a));
    return u;
  });
  extend_velocity(*state);
  state->dt = 0.1;
  state->kick = {0.0, 0.1};
  return state;
}

template <int D>
std::array<std::vector<float>, D> velocity_of(const SmokeState<D>& state) {
  std::array<std::vector<float>, D> copy;
  for (std::size_t a = 0; a < D; ++a) copy[a].assign(state.velocity[a].data().begin(), state.velocity[a].data().end());
  return copy;
}

// Runs visit(index into the values of all tiles, axis) for every face between two cells of gas.
template <int D, class Visit>
void for_each_gas_face(SmokeState<D>& state, Visit&& visit) {
  for (int a = 0; a < D; ++a)
    testing::for_each_gas(state, a, [&](int tile, int c, const VecD<D>&) {
      visit(static_cast<std::size_t>(tile * Tile<D>::kCells + c), static_cast<std::size_t>(a));
    });
}

TYPED_TEST(ReflectVelocityTest, takes_half_of_what_the_pressure_did_once_more) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>();
  const auto before = velocity_of(*state);
  project_gas(*state);
  const auto projected = velocity_of(*state);
  state->step = 1;
  reflect_velocity(*state);
  const auto mirrored = velocity_of(*state);
  for_each_gas_face(*state, [&](std::size_t i, std::size_t a) {
    EXPECT_NEAR(mirrored[a][i], projected[a][i] - 0.5f * (before[a][i] - projected[a][i]), 1e-5f);
  });
}

// Without advection half of the force's gradient is taken before it and half after: mirrored at the flows free of
// divergence, the flow keeps its energy.
TYPED_TEST(ReflectVelocityTest, in_the_long_run_is_as_far_from_the_projected_flow_as_what_is_projected) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>();
  const auto force = velocity_of(*state);
  for (auto& field : state->velocity) field.fill(0.0f);
  std::vector<double> first_pressure;
  for (int step = 0; step < 5; ++step, ++state->step) {
    reflect_velocity(*state);
    const auto mirrored = velocity_of(*state);
    for (std::size_t a = 0; a < D; ++a)
      for (std::size_t i = 0; i < force[a].size(); ++i) state->velocity[a].data()[i] += force[a][i];
    const auto pushed = velocity_of(*state);
    project_gas(*state);
    const auto projected = velocity_of(*state);
    const std::vector<double> pressure(state->scaled_pressure.data().begin(), state->scaled_pressure.data().end());
    if (first_pressure.empty()) first_pressure = pressure;
    for (std::size_t i = 0; i < pressure.size(); ++i)
      ASSERT_NEAR(pressure[i], first_pressure[i], 2e-4) << "a constant force has a constant pressure; step " << step;
    if (step == 0) continue;
    double taken_before = 0.0, taken_after = 0.0;
    for_each_gas_face(*state, [&](std::size_t i, std::size_t a) {
      taken_before += std::pow(static_cast<double>(state->advecting_velocity[a].data()[i] - mirrored[a][i]), 2);
      taken_after += std::pow(static_cast<double>(pushed[a][i] - projected[a][i]), 2);
    });
    EXPECT_NEAR(taken_before, taken_after, 1e-3 * taken_after) << step;
  }
}

// The pressure is a force: over half the time it takes half as much.
TYPED_TEST(ReflectVelocityTest, a_step_of_another_length_takes_its_share) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>();
  const auto before = velocity_of(*state);
  project_gas(*state);
  const auto projected = velocity_of(*state);
  state->step = 1;
  state->dt = 0.05;
  reflect_velocity(*state);
  const auto mirrored = velocity_of(*state);
  for_each_gas_face(*state, [&](std::size_t i, std::size_t a) {
    EXPECT_NEAR(mirrored[a][i], 1.25f * projected[a][i] - 0.25f * before[a][i], 1e-5f);
  });
}

TYPED_TEST(ReflectVelocityTest, the_flow_that_carries_is_the_projected_one) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>();
  project_gas(*state);
  const auto projected = velocity_of(*state);
  state->step = 1;
  reflect_velocity(*state);
  for_each_gas_face(*state, [&](std::size_t i, std::size_t a) {
    EXPECT_EQ(state->advecting_velocity[a].data()[i], projected[a][i]);
  });
}

TYPED_TEST(ReflectVelocityTest, before_the_first_projection_there_is_nothing_to_take) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>();
  const auto before = velocity_of(*state);
  reflect_velocity(*state);
  EXPECT_EQ(velocity_of(*state), before);
}

}  // namespace
}  // namespace spindrift
