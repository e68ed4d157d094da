// After the projection nothing piles up in a cell, but for what fire makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::outflow;

IN_2D_AND_3D(ProjectGasTest);

template <int D>
Scene room(int cells) {
  Scene scene = testing::air_box(D, cells);
  scene.solver.tolerance = 1e-7;
  return scene;
}

// Sources and sinks everywhere, and flow through the walls.
template <int D>
VecD<D> rough(const VecD<D>& x) {
  VecD<D> u;
  for (int a = 0; a < D; ++a) u[a] = std::sin(7.0 * x[a] + a) + 0.5 * std::cos(5.0 * x[(a + 1) % D]);
  return u;
}

template <int D>
double largest_outflow(SmokeState<D>& state) {
  double largest = 0.0;
  testing::for_each_gas(state, D, [&](int tile, int c, const VecD<D>&) {
    largest = std::max(largest, std::abs(outflow(state, state.tiles.first_cell(tile) + Tile<D>::cell_coord(c))));
  });
  return largest;
}

TYPED_TEST(ProjectGasTest, as_much_leaves_each_cell_as_enters_it_and_nothing_passes_the_walls) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(room<D>(20));
  testing::set_velocity(*state, rough<D>);
  state->dt = 0.1;
  EXPECT_GT(largest_outflow(*state), 0.1);
  project_gas(*state);
  EXPECT_TRUE(state->report.pressure.converged);
  EXPECT_LT(largest_outflow(*state), 1e-5);
  float fastest = 0.0f;
  for (int a = 0; a < D; ++a)
    testing::for_each_place(*state, a, [&](int tile, int c, const VecD<D>& x) {
      const float u = state->velocity[static_cast<std::size_t>(a)].tile(tile)[c];
      fastest = std::max(fastest, std::abs(u));
      bool is_beside_gas = true;
      for (int b = 0; b < D; ++b) is_beside_gas &= b == a || (x[b] > 0.0 && x[b] < 1.0);
      if (is_beside_gas && (std::abs(x[a]) < 1e-9 || std::abs(x[a] - 1.0) < 1e-9)) {
        EXPECT_EQ(u, 0.0f);
      }
    });
  EXPECT_EQ(state->max_speed, fastest);
}

// What is free of divergence on the grid stays as it is: differences of a stream function, which is zero on the walls.
TYPED_TEST(ProjectGasTest, a_flow_free_of_divergence_is_left_alone) {
  constexpr int D = kD<TypeParam>;
  const int cells = 20;
  auto state = testing::make_smoke<D>(room<D>(cells));
  const auto stream = [](double x, double y) {
    return std::sin(std::numbers::pi * x) * std::sin(2.0 * std::numbers::pi * y);
  };
  const auto flow = [&](const VecD<D>& x) {
    const double half = 0.5 / cells;
    VecD<D> u;
    u[0] = (stream(x[0], x[1] + half) - stream(x[0], x[1] - half)) * cells;
    u[1] = -(stream(x[0] + half, x[1]) - stream(x[0] - half, x[1])) * cells;
    return u;
  };
  testing::set_velocity(*state, flow);
  state->dt = 0.1;
  project_gas(*state);
  for (int a = 0; a < D; ++a)
    testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>& x) {
      EXPECT_NEAR(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], flow(x)[a], 1e-5);
    });
}

// A fuel of 1 that burns makes `expansion` volumes of new gas: it leaves by the open top.
TYPED_TEST(ProjectGasTest, fire_makes_the_volume_that_it_promises) {
  constexpr int D = kD<TypeParam>;
  const int cells = 20;
  Scene scene = room<D>(cells);
  scene.domain.open = {Side::kTop};
  scene.gas.tiles = SmokeTiles::kAll;
  scene.smokes[0].fuel = 1.0;
  scene.fire.expansion = 0.6;
  auto state = testing::make_smoke<D>(scene);
  const auto burnt = [](const VecD<D>& x) { return length(x - VecD<D>::filled(0.5)) < 0.2 ? 0.3 : 0.0; };
  state->burnt.resize(state->tiles.count());
  double made = 0.0;
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>& x) {
    state->burnt.tile(tile)[c] = static_cast<float>(burnt(x));
    made += 0.6 * burnt(x);
  });
  state->dt = 0.1;
  project_gas(*state);
  const double speed = 1.0 / (cells * state->dt);  // a cell per step
  testing::for_each_gas(*state, D, [&](int tile, int c, const VecD<D>& x) {
    EXPECT_NEAR(outflow(*state, state->tiles.first_cell(tile) + Tile<D>::cell_coord(c)) / speed, 0.6 * burnt(x), 1e-5);
  });
  double through_top = 0.0;
  testing::for_each_place(*state, 1, [&](int tile, int c, const VecD<D>& x) {
    const bool is_inside = x[0] > 0.0 && x[0] < 1.0 && (D == 2 || (x[D - 1] > 0.0 && x[D - 1] < 1.0));
    if (is_inside && std::abs(x[1] - 1.0) < 1e-9)
      through_top += static_cast<double>(state->velocity[1].tile(tile)[c]) / speed;
  });
  EXPECT_NEAR(through_top, made, 1e-4 * made);
}

TYPED_TEST(ProjectGasTest, a_velocity_that_is_no_number_ends_the_run) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(room<D>(12));
  testing::set_velocity(*state,
                        [](const VecD<D>&) { return VecD<D>::filled(std::numeric_limits<double>::quiet_NaN()); });
  state->dt = 0.1;
  project_gas(*state);
  ASSERT_TRUE(state->failure);
  EXPECT_EQ(state->failure->message, "the pressure is not a number");
}

}  // namespace
}  // namespace spindrift
