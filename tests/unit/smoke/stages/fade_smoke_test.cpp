// Smoke dissolves and heat is lost at their rates, whatever the step.
#include <gtest/gtest.h>

#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(FadeSmokeTest);

template <int D>
std::unique_ptr<SmokeState<D>> hot_smoke(double dissipation, double cooling, double radiation) {
  Scene scene = testing::air_box(D, 20);
  scene.gas.dissipation = dissipation;
  scene.gas.cooling = cooling;
  scene.fire.radiation = radiation;
  scene.fire.flame_temperature = 1300.0;  // 1000 K above ambient
  auto state = testing::make_smoke<D>(scene);
  testing::set_density(*state, [](const VecD<D>& x) { return 0.2 + x[0]; });
  testing::set_quantity(*state, Quantity::kHeat, [](const VecD<D>& x) { return 1000.0 * x[1]; });
  return state;
}

TYPED_TEST(FadeSmokeTest, by_their_rates_over_any_number_of_steps) {
  constexpr int D = kD<TypeParam>;
  for (const int steps : {1, 10}) {
    auto state = hot_smoke<D>(2.0, 0.7, 0.0);
    state->dt = 0.5 / steps;
    for (int i = 0; i < steps; ++i) fade_smoke(*state);
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      EXPECT_NEAR(state->density().tile(tile)[c], (0.2 + x[0]) * std::exp(-1.0), 1e-5);
      EXPECT_NEAR(state->heat().tile(tile)[c], 1000.0 * x[1] * std::exp(-0.35), 1e-2);
    });
  }
}

// dT/dt = -r (T / T_flame)^4 has the solution T^-3 = T_0^-3 + 3 r t / T_flame^4.
TYPED_TEST(FadeSmokeTest, radiation_takes_heat_with_the_fourth_power) {
  constexpr int D = kD<TypeParam>;
  for (const int steps : {1, 10}) {
    auto state = hot_smoke<D>(0.0, 0.0, 4000.0);
    state->dt = 0.5 / steps;
    for (int i = 0; i < steps; ++i) fade_smoke(*state);
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      const double start = x[1];  // in units of the flame's
      EXPECT_NEAR(state->heat().tile(tile)[c], 1000.0 / std::cbrt(std::pow(start, -3.0) + 3.0 * 4.0 * 0.5), 1e-2);
      EXPECT_NEAR(state->density().tile(tile)[c], 0.2 + x[0], 1e-6);
    });
  }
}

TYPED_TEST(FadeSmokeTest, the_ledger_has_what_was_lost) {
  constexpr int D = kD<TypeParam>;
  auto state = hot_smoke<D>(2.0, 0.7, 4000.0);
  state->dt = 0.1;
  const double smoke = testing::sum_of(*state, Quantity::kDensity), heat = testing::sum_of(*state, Quantity::kHeat);
  fade_smoke(*state);
  EXPECT_NEAR(state->ledger[0].left, smoke - testing::sum_of(*state, Quantity::kDensity), 1e-5 * smoke);
  EXPECT_NEAR(state->ledger[1].left, heat - testing::sum_of(*state, Quantity::kHeat), 1e-5 * heat);
  EXPECT_GT(state->ledger[0].left, 0.1 * smoke);
}

}  // namespace
}  // namespace spindrift
