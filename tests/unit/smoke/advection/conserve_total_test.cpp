// Sharp fronts move as fast as the flow, however short the steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(SpreadCutTest);

// How far a block of smoke with sharp edges has come, over how far the flow has carried it: its middle, in a box of 32
// cells that the flow crosses along every axis at other speeds.
template <int D>
double way_of_block(double cells_per_step, int steps) {
  Scene scene = testing::air_box(D, 32);
  auto state = testing::make_smoke<D>(scene);
  const double speed = cells_per_step / 32.0;  // with steps of 1 s
  testing::set_velocity(*state, [&](const VecD<D>&) {
    VecD<D> u = VecD<D>::filled(0.4 * speed);
    u[0] = speed;
    return u;
  });
  testing::set_density(*state, [](const VecD<D>& x) {
    for (int a = 0; a < D; ++a)
      if (std::abs(x[a] - 0.4) > 0.2) return 0.0;
    return 1.0;
  });
  const auto middle = [&] {
    double sum = 0.0, total = 0.0;
    testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
      const auto smoke = static_cast<double>(state->density().tile(tile)[c]);
      EXPECT_GE(smoke, 0.0);
      EXPECT_LE(smoke, 1.0);
      sum += smoke * x[0];
      total += smoke;
    });
    return sum / total;
  };
  const double before = middle(), total = testing::sum_of(*state, Quantity::kDensity);
  state->dt = 1.0;
  for (int i = 0; i < steps; ++i) advect_smoke(*state);
  EXPECT_NEAR(testing::sum_of(*state, Quantity::kDensity), total, 1e-4 * total);
  return (middle() - before) / (speed * steps);
}

TYPED_TEST(SpreadCutTest, a_block_of_smoke_keeps_up_with_the_flow) {
  constexpr int D = kD<TypeParam>;
  for (const double cells_per_step : {0.01, 0.1, 0.5}) {
    const int steps = static_cast<int>(2.0 / cells_per_step);
    EXPECT_NEAR(way_of_block<D>(cells_per_step, steps), 1.0, 0.04) << cells_per_step << " cells in a step";
  }
}

}  // namespace
}  // namespace spindrift
