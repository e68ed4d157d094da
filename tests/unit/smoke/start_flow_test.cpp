// How the gas moves at the start.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::air_box;
using testing::for_each_gas;
using testing::kD;
using testing::make_smoke;
using testing::vec;

IN_2D_AND_3D(StartFlowTest);

// The largest difference of the velocity to a field, on faces between cells of gas.
template <int D, class FieldOfX>
double largest_difference(SmokeState<D>& state, FieldOfX&& field) {
  double largest = 0.0;
  for (int a = 0; a < D; ++a)
    for_each_gas(state, a, [&](int tile, int c, const VecD<D>& x) {
      const auto u = static_cast<double>(state.velocity[static_cast<std::size_t>(a)].tile(tile)[c]);
      largest = std::max(largest, std::abs(u - field(x)[a]));
    });
  return largest;
}

TYPED_TEST(StartFlowTest, follows_formulas_everywhere) {
  constexpr int D = kD<TypeParam>;
  Scene scene = air_box(D, 16);
  scene.gas.velocity.formulas = {"y^2", "x - 3*y", D == 3 ? "x*z" : ""};
  auto state = make_smoke<D>(scene);
  EXPECT_LT(largest_difference(*state,
                               [](const VecD<D>& x) {
                                 VecD<D> u;
                                 u[0] = x[1] * x[1];
                                 u[1] = x[0] - 3.0 * x[1];
                                 if constexpr (D == 3) u[2] = x[0] * x[2];
                                 return u;
                               }),
            1e-6);
}

TYPED_TEST(StartFlowTest, of_smoke_is_besides_the_wind_and_in_its_shape_only) {
  constexpr int D = kD<TypeParam>;
  Scene scene = air_box(D, 16);
  scene.domain.open = {Side::kLeft, Side::kRight};
  scene.gas.tiles = SmokeTiles::kAll;
  scene.gas.wind = vec(0.5, 0.0);
  scene.smokes[0].shape = testing::box(vec(0.25, 0.25, 0.25), vec(0.75, 0.75, 0.75));
  scene.smokes[0].velocity.formulas[0] = "2*y";
  auto state = make_smoke<D>(scene);
  EXPECT_LT(largest_difference(*state,
                               [](const VecD<D>& x) {
                                 bool is_inside = true;
                                 for (int a = 0; a < D; ++a) is_inside &= x[a] >= 0.25 && x[a] <= 0.75;
                                 VecD<D> u;
                                 u[0] = 0.5 + (is_inside ? 2.0 * x[1] : 0.0);
                                 return u;
                               }),
            1e-6);
}

TEST(StartFlow, of_taylor_and_green_can_be_written_as_formulas) {
  Scene by_word = air_box(2, 32), by_formula = by_word;
  by_word.gas.flow = StartFlow::kTaylorGreen;
  by_formula.gas.velocity.formulas = {"sin(pi*x)*cos(pi*y)", "-cos(pi*x)*sin(pi*y)", ""};
  auto word = make_smoke<2>(by_word), formula = make_smoke<2>(by_formula);
  for (std::size_t a = 0; a < 2; ++a)
    for_each_gas(*word, static_cast<int>(a), [&](int tile, int c, const VecD<2>&) {
      EXPECT_NEAR(word->velocity[a].tile(tile)[c], formula->velocity[a].tile(tile)[c], 1e-7f);
    });
}

TEST(StartFlow, that_is_no_number_somewhere_is_refused) {
  Scene scene = air_box(2, 16);
  scene.gas.velocity.formulas[0] = "1/(x - 0.5)";
  const auto refused = make_smoke_state<2>(scene);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the velocity along x at (0.5, "), std::string::npos)
      << refused.error().message;
}

}  // namespace
}  // namespace spindrift
