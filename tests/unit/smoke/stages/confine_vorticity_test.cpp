// Confinement spins up what spins, and pushes the gas as a whole nowhere.
#include <gtest/gtest.h>

#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(ConfineVorticity);

template <int D>
struct FlowSums {
  VecD<D> momentum{};
  double energy = 0.0;
};

template <int D>
FlowSums<D> sums(const SmokeState<D>& state) {
  FlowSums<D> result;
  for (int a = 0; a < D; ++a)
    testing::for_each_place(state, a, [&](int tile, int c, const VecD<D>&) {
      const auto u = static_cast<double>(state.velocity[static_cast<std::size_t>(a)].tile(tile)[c]);
      result.momentum[a] += u;
      result.energy += u * u;
    });
  return result;
}

TYPED_TEST(ConfineVorticity, adds_no_net_momentum_and_feeds_a_swirl) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 24);
  scene.gas.confinement = 5.0;
  auto state = testing::make_smoke<D>(scene);
  // A swirl off the middle, and a weaker one that breaks the symmetry.
  testing::set_velocity(*state, [](const VecD<D>& x) {
    VecD<D> u;
    const double r2 = (x[0] - 0.4) * (x[0] - 0.4) + (x[1] - 0.55) * (x[1] - 0.55);
    const double q2 = (x[0] - 0.7) * (x[0] - 0.7) + (x[1] - 0.3) * (x[1] - 0.3);
    const double f = std::exp(-r2 / 0.02), g = -0.5 * std::exp(-q2 / 0.01);
    u[0] = -f * (x[1] - 0.55) - g * (x[1] - 0.3);
    u[1] = f * (x[0] - 0.4) + g * (x[0] - 0.7);
    return u;
  });
  extend_velocity(*state);
  const FlowSums<D> before = sums(*state);
  state->dt = 0.1;
  state->confinement_budget = 1e30;
  confine_vorticity(*state);
  const FlowSums<D> after = sums(*state);
  EXPECT_GT(after.energy, 1.001 * before.energy);
  for (int a = 0; a < D; ++a) EXPECT_NEAR(after.momentum[a], before.momentum[a], 1e-5 * std::sqrt(after.energy) * 24);
}

template <int D>
VecD<D> crossed_shear(const VecD<D>& x) {
  VecD<D> u;
  u[0] = std::cos(9.0 * x[1]);
  u[1] = std::sin(7.0 * x[0]);
  return u;
}

// The square of the velocity that it adds is what the budget holds, and all of its own if that is less.
TYPED_TEST(ConfineVorticity, gives_back_no_more_than_the_budget) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 24);
  scene.gas.confinement = 5.0;
  const auto added_with = [&](double budget) {
    auto state = testing::make_smoke<D>(scene);
    testing::set_velocity(*state, crossed_shear<D>);
    extend_velocity(*state);
    state->dt = 0.1;
    state->confinement_budget = budget;
    const double before = sums(*state).energy;
    confine_vorticity(*state);
    const double added = sums(*state).energy - before;
    EXPECT_NEAR(budget - state->confinement_budget, added, 0.02 * added + 1e-9 * std::abs(budget));
    return added;
  };
  const double whole = added_with(1e30);
  EXPECT_GT(whole, 1.0);
  EXPECT_EQ(added_with(1.1 * whole), whole);
  EXPECT_NEAR(added_with(0.5 * whole), 0.5 * whole, 0.02 * whole);
  EXPECT_NEAR(added_with(0.0), 0.0, 1e-6 * whole);
  EXPECT_NEAR(added_with(-whole), 0.0, 1e-6 * whole);
}

}  // namespace
}  // namespace spindrift
