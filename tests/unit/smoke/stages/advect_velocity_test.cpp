// The velocity is carried with the flow: to the right place, by the right flow, and with the air's where it comes in.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(AdvectVelocityTest);

constexpr int kSpeed = 2;

// A box that repeats itself along all axes, in it a flow along x that carries waves across.
template <int D>
std::unique_ptr<SmokeState<D>> carried_waves(int cells, Advection advection) {
  Scene scene = testing::air_box(D, cells);
  scene.domain.periodic = {Axis::kX, Axis::kY};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  scene.gas.advection = advection;
  return testing::make_smoke<D>(scene);
}

template <int D>
VecD<D> waves(const VecD<D>& x, double time) {
  VecD<D> u;
  for (int a = 1; a < D; ++a) u[a] = 0.3 * std::sin(2.0 * std::numbers::pi * (x[0] - kSpeed * time) + a);
  u[0] = kSpeed;
  return u;
}

// The largest difference from waves that went on for a quarter of the box.
template <int D>
double error_of(int cells, Advection advection) {
  auto state = carried_waves<D>(cells, advection);
  testing::set_velocity(*state, [](const VecD<D>& x) { return waves(x, 0.0); });
  extend_velocity(*state);
  const int steps = 5 * cells / 8;  // of 0.4 cells
  state->dt = 0.125 / steps;
  for (int i = 0; i < steps; ++i) advect_velocity(*state);
  double error = 0.0;
  for (int a = 0; a < D; ++a)
    testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>& x) {
      const auto u = static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]);
      error = std::max(error, std::abs(u - waves(x, 0.125)[a]));
    });
  return error;
}

// Extremes are cut off by the limiter: what is left of the wave elsewhere is of the second order.
TYPED_TEST(AdvectVelocityTest, waves_arrive_where_the_flow_brings_them) {
  constexpr int D = kD<TypeParam>;
  const int cells = 32;
  const double plain = error_of<D>(cells, Advection::kSemiLagrangian);
  const double sharp = error_of<D>(cells, Advection::kMacCormack);
  EXPECT_LT(plain, 0.1);
  EXPECT_LT(sharp, 0.2 * plain);
  EXPECT_LT(error_of<D>(2 * cells, Advection::kMacCormack), 0.45 * sharp);
}

TYPED_TEST(AdvectVelocityTest, a_uniform_flow_stays_uniform) {
  constexpr int D = kD<TypeParam>;
  for (const Advection advection :
       {Advection::kSemiLagrangian, Advection::kMacCormack, Advection::kBfecc, Advection::kCubic}) {
    auto state = carried_waves<D>(32, advection);
    testing::set_velocity(*state, [](const VecD<D>&) { return VecD<D>::from(vec(1.0, -0.7, 0.3)); });
    state->dt = 0.05;
    for (int i = 0; i < 3; ++i) advect_velocity(*state);
    for (int a = 0; a < D; ++a)
      testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>&) {
        EXPECT_NEAR(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], vec(1.0, -0.7, 0.3)[a], 1e-6);
      });
  }
}

// With reflection the flow that carries is not the one that is carried.
TYPED_TEST(AdvectVelocityTest, an_advecting_velocity_of_its_own_advects) {
  constexpr int D = kD<TypeParam>;
  auto state = carried_waves<D>(32, Advection::kMacCormack);
  testing::set_velocity(*state, [](const VecD<D>& x) {
    VecD<D> u = waves(x, 0.0);
    u[0] = 0.0;
    return u;
  });
  for (std::size_t a = 0; a < D; ++a) {
    state->advecting_velocity[a].resize(state->tiles.count());
    state->advecting_velocity[a].fill(a == 0 ? static_cast<float>(kSpeed) : 0.0f);
  }
  state->dt = 1.0 / 64.0;  // a cell
  advect_velocity(*state);
  testing::for_each_gas(*state, 1, [&](int tile, int c, const VecD<D>& x) {
    EXPECT_NEAR(state->velocity[1].tile(tile)[c], waves(x, state->dt)[1], 1e-4);
    EXPECT_NEAR(state->velocity[0].tile(tile)[c], 0.0, 1e-6);
  });
}

// Open at both ends of x, with a wind of 1 m/s outside: what comes in at 3 m/s by the left side is held back by
// u dt / h (1 - 3), and what leaves by the right side is not.
TYPED_TEST(AdvectVelocityTest, what_flows_in_takes_on_the_velocity_of_the_air_outside) {
  constexpr int D = kD<TypeParam>;
  const int cells = 20;
  Scene scene = testing::air_box(D, cells);
  scene.domain.open = {Side::kLeft, Side::kRight};
  scene.gas.tiles = SmokeTiles::kAll;
  scene.gas.wind = vec(1.0, 0.0);
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, [](const VecD<D>&) { return VecD<D>::from(vec(3.0, 0.0)); });
  state->dt = 0.1 / cells;
  advect_velocity(*state);
  int left = 0, right = 0;
  testing::for_each_place(*state, 0, [&](int tile, int c, const VecD<D>& x) {
    if (std::any_of(x.at.begin() + 1, x.at.end(), [](double p) { return p < 0.0 || p > 1.0; })) return;
    const float u = state->velocity[0].tile(tile)[c];
    if (std::abs(x[0]) < 1e-9) {
      ++left;
      EXPECT_NEAR(u, 3.0 + 3.0 * 0.1 * (1.0 - 3.0), 1e-5);
    } else if (x[0] > 0.0 && x[0] < 1.0 + 1e-9) {
      right += x[0] > 1.0 - 1e-9;
      EXPECT_NEAR(u, 3.0, 1e-5);
    }
  });
  EXPECT_EQ(left, D == 2 ? cells : cells * cells);
  EXPECT_EQ(right, left);
}

}  // namespace
}  // namespace spindrift
