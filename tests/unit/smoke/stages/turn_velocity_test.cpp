// Coriolis' acceleration turns the velocity of the gas.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::air_box;
using testing::kD;
using testing::make_smoke;
using testing::vec;

IN_2D_AND_3D(TurnSmokeVelocityTest);

template <int D>
Scene turning_air() {
  Scene scene = air_box(D, 32);
  for (int a = 0; a < D; ++a) scene.domain.periodic.push_back(static_cast<Axis>(a));
  scene.frame.keyframes = {{0.0, {}, {}}, {10.0, {}, D == 2 ? vec(0, 0, 900) : vec(900, 0, 0)}};
  return scene;
}

template <int D>
double energy(const SmokeState<D>& state) {
  double sum = 0.0;
  for (int a = 0; a < D; ++a)
    testing::for_each_place(state, a, [&](int tile, int c, const VecD<D>&) {
      const auto u = static_cast<double>(state.velocity[static_cast<std::size_t>(a)].tile(tile)[c]);
      sum += u * u;
    });
  return sum;
}

TYPED_TEST(TurnSmokeVelocityTest, a_uniform_flow_is_turned_by_twice_the_angle_of_the_tank) {
  constexpr int D = kD<TypeParam>;
  auto state = make_smoke<D>(turning_air<D>());
  const VecD<D> u = VecD<D>::from(vec(1.0, -0.5, 0.25));
  testing::set_velocity(*state, [&](const VecD<D>&) { return u; });
  state->dt = 0.1;
  state->kick = {0.05, 0.1};
  turn_velocity(*state);
  const double angle = 2.0 * 0.1 * 0.5 * std::numbers::pi, c = std::cos(angle), s = std::sin(angle);
  VecD<D> turned = u;
  const int a = D == 2 ? 0 : 1;
  turned[a] = c * u[a] + s * u[a + 1];
  turned[a + 1] = c * u[a + 1] - s * u[a];
  for (int axis = 0; axis < D; ++axis)
    testing::for_each_place(*state, axis, [&](int tile, int k, const VecD<D>&) {
      ASSERT_NEAR(static_cast<double>(state->velocity[static_cast<std::size_t>(axis)].tile(tile)[k]), turned[axis],
                  1e-6);
    });
}

TYPED_TEST(TurnSmokeVelocityTest, does_no_work_on_waves_over_many_steps) {
  constexpr int D = kD<TypeParam>;
  auto state = make_smoke<D>(turning_air<D>());
  testing::set_velocity(*state, [&](const VecD<D>& x) {
    VecD<D> u;
    for (int a = 0; a < D; ++a) u[a] = std::sin(2.0 * std::numbers::pi * (x[(a + 1) % D] + 2.0 * x[a]));
    return u;
  });
  state->dt = 0.02;
  state->kick = {0.01, 0.02};
  const double before = energy(*state);
  for (int i = 0; i < 200; ++i) turn_velocity(*state);  // two turns of the tank
  EXPECT_NEAR(energy(*state) / before, 1.0, 0.02);
}

}  // namespace
}  // namespace spindrift
