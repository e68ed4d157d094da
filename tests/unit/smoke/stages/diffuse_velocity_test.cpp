// Velocity spreads at the rate of the viscosity, calmly however thick the gas is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(DiffuseVelocityTest);

// Whole tiles in 2D and in 3D, as a periodic axis needs them.
constexpr int kDuctCells = 32;

// A duct along y, without end, between walls across x.
template <int D>
std::unique_ptr<SmokeState<D>> duct(double viscosity, Walls walls, double (*flow)(double)) {
  Scene scene = testing::air_box(D, kDuctCells);
  scene.domain.periodic = {Axis::kY};
  scene.gas.viscosity = viscosity;
  scene.gas.walls = walls;
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, [&](const VecD<D>& x) {
    VecD<D> u;
    u[1] = flow(x[0]);
    return u;
  });
  state->dt = 0.2;
  return state;
}

double cosine(double x) { return std::cos(std::numbers::pi * x); }
double sine(double x) { return std::sin(std::numbers::pi * x); }

// Of the modes of a duct the slowest are the cosine, where walls let the gas slip, and the sine, where they hold it:
// both decay by exp(-viscosity pi^2 t).
TYPED_TEST(DiffuseVelocityTest, a_shear_between_walls_decays_at_its_rate) {
  constexpr int D = kD<TypeParam>;
  for (const Walls walls : {Walls::kSlip, Walls::kNoSlip}) {
    if (D == 3 && walls == Walls::kNoSlip) continue;  // the walls across z hold it, too
    double (*flow)(double) = walls == Walls::kSlip ? cosine : sine;
    auto state = duct<D>(0.05, walls, flow);
    state->dt = 0.05;  // 2.6 cells squared: several stages
    for (int i = 0; i < 20; ++i) diffuse_velocity(*state);
    const double kept = std::exp(-0.05 * std::numbers::pi * std::numbers::pi);
    testing::for_each_gas(*state, 1, [&](int tile, int c, const VecD<D>& x) {
      EXPECT_NEAR(state->velocity[1].tile(tile)[c], kept * flow(x[0]), 0.004);
      EXPECT_EQ(state->velocity[0].tile(tile)[c], 0.0f);
    });
  }
}

// 4096 cells squared in a step: where walls let it slip, what is left is the mean, and where they hold it, nothing.
TYPED_TEST(DiffuseVelocityTest, thick_gas_is_calm_after_a_few_steps) {
  constexpr int D = kD<TypeParam>;
  for (const Walls walls : {Walls::kSlip, Walls::kNoSlip}) {
    auto state = duct<D>(20.0, walls, [](double x) { return 1.0 + cosine(x); });
    for (int i = 0; i < 4; ++i) diffuse_velocity(*state);
    testing::for_each_gas(*state, 1, [&](int tile, int c, const VecD<D>&) {
      ASSERT_NEAR(state->velocity[1].tile(tile)[c], walls == Walls::kSlip ? 1.0f : 0.0f, 0.01f);
    });
  }
}

}  // namespace
}  // namespace spindrift
