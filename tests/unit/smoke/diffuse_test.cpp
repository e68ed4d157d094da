// Smoke and velocity spread at their rate, and do so calmly however thick the gas is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(Diffuse);

constexpr int kCells = 16;

// A closed box with smoke of 0.5 + 0.5 cos(pi x) and the flow that a wall at either end allows.
template <int D>
std::unique_ptr<SmokeState<D>> make_wave(double coefficient) {
  Scene scene = testing::air_box(D, kCells);
  scene.gas.diffusion = scene.gas.viscosity = coefficient;
  auto state = testing::make_smoke<D>(scene);
  testing::set_density(*state, [](const VecD<D>& x) { return 0.5 + 0.5 * std::cos(std::numbers::pi * x[0]); });
  testing::set_velocity(*state, [](const VecD<D>& x) {
    VecD<D> u;
    u[1] = std::cos(std::numbers::pi * x[0]) * std::sin(std::numbers::pi * x[1]);
    return u;
  });
  return state;
}

template <int D>
double smoke_at_left_wall(const SmokeState<D>& state) {
  double largest = 0.0;
  testing::for_each_place(state, D, [&](int tile, int c, const VecD<D>& x) {
    if (state.type.tile(tile)[c] == CellType::kFluid && x[0] < 1.0 / kCells)
      largest = std::max(largest, static_cast<double>(state.density().tile(tile)[c]));
  });
  return (largest - 0.5) / (0.5 * std::cos(0.5 * std::numbers::pi / kCells));
}

TYPED_TEST(Diffuse, a_wave_of_smoke_decays_at_its_rate) {
  constexpr int D = kD<TypeParam>;
  auto state = make_wave<D>(0.05);
  state->dt = 0.2;  // 2.6 cells squared: several stages
  for (int i = 0; i < 5; ++i) diffuse_smoke(*state);
  EXPECT_NEAR(smoke_at_left_wall(*state), std::exp(-0.05 * std::numbers::pi * std::numbers::pi), 0.01);
}

TYPED_TEST(Diffuse, thick_gas_is_even_and_at_rest_after_a_few_steps_and_loses_nothing) {
  constexpr int D = kD<TypeParam>;
  auto state = make_wave<D>(20.0);
  state->dt = 0.2;  // 1024 cells squared: thousands of explicit steps
  double total = 0.0, after = 0.0, speed = 0.0;
  const auto sum = [&](double& to) {
    testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>&) {
      if (state->type.tile(tile)[c] == CellType::kFluid) to += static_cast<double>(state->density().tile(tile)[c]);
    });
  };
  sum(total);
  for (int i = 0; i < 4; ++i) {
    diffuse_smoke(*state);
    diffuse_velocity(*state);
  }
  sum(after);
  EXPECT_NEAR(after, total, 1e-4 * total);
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>&) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    ASSERT_NEAR(state->density().tile(tile)[c], 0.5f, 0.01f);
    for (int a = 0; a < D; ++a)
      speed =
          std::max(speed, std::abs(static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c])));
  });
  EXPECT_LT(speed, 0.01);
}

}  // namespace
}  // namespace spindrift
