// Fuel burns where it is hot enough, at its rate, into heat, soot and volume.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace spindrift
