// Sources fill their shape with what they say, at their pace, and the ledger knows of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(EmitSmokeTest);

constexpr int kRoomCells = 24;
const Vec3d kSourceCenter = vec(0.51, 0.47, 0.52);
constexpr double kSourceRadius = 0.2;

// A ball of smoke, heat and fuel.
SmokeSourceSettings ball() {
  SmokeSourceSettings source;
  source.shape = testing::sphere(kSourceCenter, kSourceRadius);
  source.density = 2.0;
  source.temperature = 350.0;
  source.fuel = 0.5;
  return source;
}

template <int D>
std::unique_ptr<SmokeState<D>> room(const SmokeSourceSettings& source) {
  Scene scene = testing::air_box(D, kRoomCells);
  scene.smoke_sources = {source};
  auto state = testing::make_smoke<D>(scene);
  state->dt = 0.1;
  return state;
}

template <int D>
double from_center(const VecD<D>& x) {
  return length(x - VecD<D>::from(kSourceCenter));
}

TYPED_TEST(EmitSmokeTest, the_shape_is_filled_at_once_and_stays_full) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>(ball());
  emit_smoke(*state);
  const double wanted[] = {2.0, 50.0, 0.5};
  const double volume = D == 2 ? std::numbers::pi * kSourceRadius * kSourceRadius
                               : 4.0 / 3.0 * std::numbers::pi * std::pow(kSourceRadius, 3);
  for (std::size_t q = 0; q < kQuantities; ++q) {
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      const auto value = static_cast<double>(state->quantity[q].tile(tile)[c]);
      const double share = std::clamp(0.5 + (kSourceRadius - from_center(x)) * kRoomCells, 0.0, 1.0);  // of the cell
      EXPECT_NEAR(value, share * wanted[q], 1e-5 * wanted[q]);
    });
    const double total = testing::sum_of(*state, static_cast<Quantity>(q));
    EXPECT_NEAR(total / std::pow(kRoomCells, D) / wanted[q], volume, 0.02 * volume);
    EXPECT_NEAR(state->ledger[q].entered, total, 1e-6 * total);
  }
  const double entered = state->ledger[0].entered;
  emit_smoke(*state);
  EXPECT_EQ(state->ledger[0].entered, entered) << "what is full takes nothing more";
}

TYPED_TEST(EmitSmokeTest, what_is_there_already_is_topped_up_and_never_taken_away) {
  constexpr int D = kD<TypeParam>;
  auto state = room<D>(ball());
  testing::set_density(*state, [](const VecD<D>& x) { return x[0] < 0.5 ? 1.5 : 3.0; });
  const double before = testing::sum_of(*state, Quantity::kDensity);
  emit_smoke(*state);
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    if (from_center(x) > kSourceRadius - 1.0 / kRoomCells) return;
    EXPECT_EQ(state->density().tile(tile)[c], x[0] < 0.5 ? 2.0f : 3.0f);
  });
  EXPECT_NEAR(state->ledger[0].entered, testing::sum_of(*state, Quantity::kDensity) - before, 1e-3);
}

// ds/dt = rate (s_source - s), exactly over a step of any length.
TYPED_TEST(EmitSmokeTest, with_a_rate_it_approaches_its_values_exponentially) {
  constexpr int D = kD<TypeParam>;
  SmokeSourceSettings source = ball();
  source.rate = 3.0;
  for (const int steps : {1, 4}) {
    auto state = room<D>(source);
    state->dt = 0.4 / steps;
    for (int i = 0; i < steps; ++i) emit_smoke(*state);
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      if (from_center(x) > kSourceRadius - 1.0 / kRoomCells) return;
      EXPECT_NEAR(state->density().tile(tile)[c], 2.0 * (1.0 - std::exp(-3.0 * 0.4)), 1e-5) << steps;
    });
  }
}

TYPED_TEST(EmitSmokeTest, the_gas_inside_takes_on_the_velocity_and_no_other_does) {
  constexpr int D = kD<TypeParam>;
  SmokeSourceSettings source = ball();
  source.velocity = vec(0.5, -1.0, 2.0);
  auto state = room<D>(source);
  testing::set_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(0.25); });
  emit_smoke(*state);
  for (int a = 0; a < D; ++a)
    testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>& x) {
      const double expected = from_center(x) <= kSourceRadius ? (*source.velocity)[a] : 0.25;
      EXPECT_FLOAT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], static_cast<float>(expected));
    });
}

TYPED_TEST(EmitSmokeTest, noise_makes_it_weaker_in_patches_that_come_and_go) {
  constexpr int D = kD<TypeParam>;
  SmokeSourceSettings source = ball();
  source.noise = 0.6;
  const auto held_at = [&](double time) {  // by the cells inside
    auto state = room<D>(source);
    state->time = time;
    emit_smoke(*state);
    std::vector<double> values;
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      if (from_center(x) < kSourceRadius - 1.0 / kRoomCells) values.push_back(state->density().tile(tile)[c]);
    });
    return values;
  };
  const std::vector<double> values = held_at(0.3);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  EXPECT_GE(*least, 0.4 * 2.0 - 1e-5);
  EXPECT_LE(*most, 2.0);
  EXPECT_GT(*most, *least + 0.5);
  EXPECT_EQ(values, held_at(0.3)) << "a resumed run has the same";
  EXPECT_NE(values, held_at(0.5));
}

TYPED_TEST(EmitSmokeTest, it_is_shut_before_its_start_and_from_its_end_on) {
  constexpr int D = kD<TypeParam>;
  SmokeSourceSettings source = ball();
  source.start = 1.0;
  source.end = 2.0;
  for (const double time : {0.9, 1.0, 1.9, 2.0}) {
    auto state = room<D>(source);
    state->time = time;
    emit_smoke(*state);
    EXPECT_EQ(state->ledger[0].entered > 0.0, time >= 1.0 && time < 2.0) << time;
  }
}

}  // namespace
}  // namespace spindrift
