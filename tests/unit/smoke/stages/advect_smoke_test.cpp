// Smoke is carried with the flow: to the right place, sharply, and within the range it had.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(AdvectSmoke);

// Smoke turned about the middle of the box (in 3D about its axis along z): a hill, or a slope without top or bottom.
enum class Form { kHill, kSlope };

template <int D>
double smoke_at(const VecD<D>& x, double angle, Form form) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double u = c * (x[0] - 0.5) + s * (x[1] - 0.5), v = -s * (x[0] - 0.5) + c * (x[1] - 0.5);
  const double w = D == 3 ? x[D - 1] - 0.5 : 0.0;
  if (form == Form::kSlope) return 0.5 + 0.2 * std::sin(2.5 * u) + 0.15 * std::sin(2.0 * v + w);
  return std::exp(-(u * u + (v - 0.2) * (v - 0.2) + w * w) / (2.0 * 0.09 * 0.09));
}

// The mean difference from the smoke it should be after a turn by one radian, near the axis.
template <int D>
double error_of(int cells, Advection advection, Form form) {
  Scene scene = testing::air_box(D, cells);
  scene.gas.advection = advection;
  scene.gas.conserve = form == Form::kHill;  // the slope flows in and out through the walls
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, [](const VecD<D>& x) {
    VecD<D> u;
    u[0] = -(x[1] - 0.5);
    u[1] = x[0] - 0.5;
    return u;
  });
  testing::set_density(*state, [&](const VecD<D>& x) { return smoke_at<D>(x, 0.0, form); });
  const int steps = cells;
  state->dt = 1.0 / steps;
  for (int i = 0; i < steps; ++i) advect_smoke(*state);
  double error = 0.0, total = 0.0;
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const double from_axis = std::hypot(x[0] - 0.5, x[1] - 0.5), from_middle = D == 3 ? std::abs(x[D - 1] - 0.5) : 0.0;
    if (form == Form::kSlope ? std::max(from_axis, from_middle) > 0.25 : state->type.tile(tile)[c] != CellType::kFluid)
      return;
    const double expected = smoke_at<D>(x, 1.0, form);
    error += std::abs(static_cast<double>(state->density().tile(tile)[c]) - expected);
    total += expected;
  });
  return error / total;
}

TYPED_TEST(AdvectSmoke, maccormack_is_second_order_on_a_smooth_flow) {
  constexpr int D = kD<TypeParam>;
  const int cells = D == 2 ? 32 : 24;
  const double coarse = error_of<D>(cells, Advection::kMacCormack, Form::kSlope);
  const double fine = error_of<D>(2 * cells, Advection::kMacCormack, Form::kSlope);
  std::printf("MacCormack: error %.2e at %d cells, %.2e at %d: order %.2f\n", coarse, cells, fine, 2 * cells,
              std::log2(coarse / fine));
  EXPECT_GT(std::log2(coarse / fine), 1.8);
}

TYPED_TEST(AdvectSmoke, every_better_scheme_is_better_than_semi_lagrangian) {
  constexpr int D = kD<TypeParam>;
  const int cells = D == 2 ? 48 : 24;
  const double plain = error_of<D>(cells, Advection::kSemiLagrangian, Form::kHill);
  for (const Advection advection : {Advection::kMacCormack, Advection::kBfecc, Advection::kCubic})
    EXPECT_LT(error_of<D>(cells, advection, Form::kHill), 0.5 * plain) << static_cast<int>(advection);
}

TYPED_TEST(AdvectSmoke, no_scheme_leaves_the_range_of_its_inputs) {
  constexpr int D = kD<TypeParam>;
  for (const Advection advection :
       {Advection::kSemiLagrangian, Advection::kMacCormack, Advection::kBfecc, Advection::kCubic}) {
    Scene scene = testing::air_box(D, 20);
    scene.gas.advection = advection;
    auto state = testing::make_smoke<D>(scene);
    testing::set_velocity(*state, [](const VecD<D>& x) {
      VecD<D> u;
      for (int a = 0; a < D; ++a) u[a] = std::sin(7.0 * x[(a + 1) % D] + a) * std::sin(3.14159 * x[a]);
      return u;
    });
    // As rough as can be: smoke or none, by chance.
    testing::set_density(*state, [](const VecD<D>& x) {
      return std::fmod(std::abs(std::sin(1e4 * x[0] + 3e4 * x[1])) * 1e3, 1.0) > 0.5 ? 3.0 : 1.0;
    });
    state->dt = 0.04;
    for (int step = 0; step < 20; ++step) {
      advect_smoke(*state);
      testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>&) {
        if (state->type.tile(tile)[c] != CellType::kFluid) return;
        ASSERT_GE(state->density().tile(tile)[c], 1.0f - 1e-6f);
        ASSERT_LE(state->density().tile(tile)[c], 3.0f + 1e-6f);
      });
    }
  }
}

}  // namespace
}  // namespace spindrift
