// Fuel burns where it is hot enough, at its rate, into heat, soot and volume.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(BurnFuelTest);

// Fuel everywhere, and heat that grows along x, from ambient at the left to 400 K above it at the right: it ignites at
// 150 K above ambient.
template <int D>
std::unique_ptr<SmokeState<D>> fuelled() {
  Scene scene = testing::air_box(D, 20);
  scene.smokes[0].fuel = 1.0;  // makes it a scene with fuel
  scene.fire.ignition_temperature = 450.0;
  scene.fire.burn_rate = 4.0;
  scene.fire.heat = 1000.0;
  scene.fire.soot = 0.25;
  auto state = testing::make_smoke<D>(scene);
  for (SmokeLedger& ledger : state->ledger) ledger = {0.0, 0.0, ledger.owed};
  testing::set_quantity(*state, Quantity::kFuel, [](const VecD<D>& x) { return 0.5 + 0.3 * x[1]; });
  testing::set_quantity(*state, Quantity::kHeat, [](const VecD<D>& x) { return 400.0 * x[0]; });
  testing::set_density(*state, [](const VecD<D>&) { return 0.1; });
  state->dt = 0.1;
  return state;
}

TYPED_TEST(BurnFuelTest, what_is_hot_burns_by_its_rate_and_what_is_cold_does_not) {
  constexpr int D = kD<TypeParam>;
  auto state = fuelled<D>();
  burn_fuel(*state);
  const double share = 1.0 - std::exp(-0.4);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const double fuel = 0.5 + 0.3 * x[1], burnt = 400.0 * x[0] > 150.0 ? share * fuel : 0.0;
    EXPECT_NEAR(state->fuel().tile(tile)[c], fuel - burnt, 1e-6);
    EXPECT_NEAR(state->burnt.tile(tile)[c], burnt, 1e-6);
    EXPECT_NEAR(state->heat().tile(tile)[c], 400.0 * x[0] + 1000.0 * burnt, 1e-3);
    EXPECT_NEAR(state->density().tile(tile)[c], 0.1 + 0.25 * burnt, 1e-6);
  });
}

// Exponentials add up: two short steps are one long one, where all is hot from the start.
TYPED_TEST(BurnFuelTest, the_length_of_the_step_does_not_matter) {
  constexpr int D = kD<TypeParam>;
  auto once = fuelled<D>(), twice = fuelled<D>();
  for (auto* state : {once.get(), twice.get()})
    testing::set_quantity(*state, Quantity::kHeat, [](const VecD<D>&) { return 200.0; });
  burn_fuel(*once);
  twice->dt *= 0.5;
  burn_fuel(*twice);
  burn_fuel(*twice);
  testing::for_each_gas(*once, D, [&](int tile, int c, const VecD<D>&) {
    EXPECT_NEAR(once->fuel().tile(tile)[c], twice->fuel().tile(tile)[c], 1e-6);
    EXPECT_NEAR(once->heat().tile(tile)[c], twice->heat().tile(tile)[c], 1e-3);
  });
}

TYPED_TEST(BurnFuelTest, the_ledger_has_what_went_and_what_came_of_it) {
  constexpr int D = kD<TypeParam>;
  auto state = fuelled<D>();
  std::array<double, kQuantities> before, after;
  for (std::size_t q = 0; q < kQuantities; ++q) before[q] = testing::sum_of(*state, static_cast<Quantity>(q));
  burn_fuel(*state);
  for (std::size_t q = 0; q < kQuantities; ++q) after[q] = testing::sum_of(*state, static_cast<Quantity>(q));
  const double burnt = before[2] - after[2];
  EXPECT_GT(burnt, 1.0);
  EXPECT_NEAR(state->ledger[2].left, burnt, 1e-5 * before[2]);
  EXPECT_NEAR(state->ledger[0].entered, after[0] - before[0], 1e-5 * after[0]);
  EXPECT_NEAR(state->ledger[1].entered, after[1] - before[1], 1e-5 * after[1]);
  EXPECT_NEAR(after[1] - before[1], 1000.0 * burnt, 1e-5 * after[1]);
}

// Gas of 0.05 to 0.95 fuel along x, hot everywhere, without soot; a fuel of 1 needs three volumes of air.
template <int D>
std::unique_ptr<SmokeState<D>> fuelled_with_air() {
  auto state = fuelled<D>();
  state->scene.fire.air = 3.0;
  testing::set_quantity(*state, Quantity::kFuel, [](const VecD<D>& x) { return 0.05 + 0.9 * x[0]; });
  testing::set_quantity(*state, Quantity::kHeat, [](const VecD<D>&) { return 200.0; });
  testing::set_density(*state, [](const VecD<D>&) { return 0.0; });
  return state;
}

TYPED_TEST(BurnFuelTest, fuel_that_needs_air_burns_until_fuel_or_air_is_used_up) {
  constexpr int D = kD<TypeParam>;
  auto state = fuelled_with_air<D>();
  state->scene.fire.expansion = 0.0;  // which only a projection would turn into volume
  for (int step = 0; step < 60; ++step) burn_fuel(*state);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const double fuel = 0.05 + 0.9 * x[0], air = 1.0 - fuel;
    EXPECT_NEAR(state->fuel().tile(tile)[c], fuel - std::min(fuel, air / 3.0), 1e-5) << x[0];
  });
}

TYPED_TEST(BurnFuelTest, fuel_alone_does_not_burn_and_thin_fuel_burns_as_if_it_needed_no_air) {
  constexpr int D = kD<TypeParam>;
  auto state = fuelled_with_air<D>();
  testing::set_quantity(*state, Quantity::kFuel, [](const VecD<D>& x) { return x[0] < 0.5 ? 0.1 : 1.0; });
  burn_fuel(*state);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    EXPECT_NEAR(state->fuel().tile(tile)[c], x[0] < 0.5 ? 0.1 * std::exp(-0.4) : 1.0, 1e-6) << x[0];
  });
}

}  // namespace
}  // namespace spindrift
