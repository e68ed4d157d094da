// Smoke spreads at its rate, calmly however fast that is, and never through a wall.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(DiffuseSmokeTest);

constexpr int kWaveCells = 16;

// A closed box with smoke of 0.5 + 0.5 cos(pi x).
template <int D>
double wave(const VecD<D>& x) {
  return 0.5 + 0.5 * std::cos(std::numbers::pi * x[0]);
}
template <int D>
std::unique_ptr<SmokeState<D>> make_wave(double coefficient) {
  Scene scene = testing::air_box(D, kWaveCells);
  scene.gas.diffusion = coefficient;
  auto state = testing::make_smoke<D>(scene);
  testing::set_density(*state, wave<D>);
  state->dt = 0.2;
  return state;
}

TYPED_TEST(DiffuseSmokeTest, a_wave_decays_at_its_rate_and_keeps_its_form) {
  constexpr int D = kD<TypeParam>;
  auto state = make_wave<D>(0.05);  // 2.6 cells squared in a step: several stages
  for (int i = 0; i < 5; ++i) diffuse_smoke(*state);
  const double kept = std::exp(-0.05 * std::numbers::pi * std::numbers::pi);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    EXPECT_NEAR(state->density().tile(tile)[c], 0.5 + kept * (wave(x) - 0.5), 0.005);
  });
}

TYPED_TEST(DiffuseSmokeTest, heat_and_fuel_spread_as_the_smoke_does) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, kWaveCells);
  scene.gas.diffusion = 0.05;
  scene.smokes[0].fuel = 1.0;
  auto state = testing::make_smoke<D>(scene);
  for (const Quantity quantity : {Quantity::kDensity, Quantity::kHeat, Quantity::kFuel})
    testing::set_quantity(*state, quantity, wave<D>);
  state->dt = 0.2;
  diffuse_smoke(*state);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>&) {
    EXPECT_EQ(state->heat().tile(tile)[c], state->density().tile(tile)[c]);
    EXPECT_EQ(state->fuel().tile(tile)[c], state->density().tile(tile)[c]);
  });
}

TYPED_TEST(DiffuseSmokeTest, what_spreads_fast_is_even_after_a_few_steps_and_nothing_is_lost) {
  constexpr int D = kD<TypeParam>;
  auto state = make_wave<D>(20.0);  // 1024 cells squared: thousands of explicit steps
  const double total = testing::sum_of(*state, Quantity::kDensity);
  for (int i = 0; i < 4; ++i) diffuse_smoke(*state);
  EXPECT_NEAR(testing::sum_of(*state, Quantity::kDensity), total, 1e-4 * total);
  testing::for_each_gas(
      *state, D, [&](int tile, int c, const VecD<D>&) { ASSERT_NEAR(state->density().tile(tile)[c], 0.5f, 0.01f); });
}

TYPED_TEST(DiffuseSmokeTest, none_passes_a_wall) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, kWaveCells);
  scene.gas.diffusion = 0.5;
  scene.solids = {testing::solid(testing::box(vec(0.5, -1, -1), vec(0.625, 2, 2)))};
  auto state = testing::make_smoke<D>(scene);
  testing::set_density(*state, [](const VecD<D>& x) { return x[0] < 0.5 ? 1.0 + x[1] : 0.0; });
  const double total = testing::sum_of(*state, Quantity::kDensity);
  state->dt = 0.2;
  for (int i = 0; i < 10; ++i) diffuse_smoke(*state);
  EXPECT_NEAR(testing::sum_of(*state, Quantity::kDensity), total, 1e-4 * total);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    ASSERT_NEAR(state->density().tile(tile)[c], x[0] < 0.5 ? 1.5f : 0.0f, 0.01f);
  });
}

}  // namespace
}  // namespace spindrift
