// Beyond the gas the velocity goes on as walls, solids and the open air have it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ExtendVelocityTest);

constexpr int kAirCells = 20;
constexpr int kFirst = Domain<2>::kBorder, kLast = kFirst + kAirCells - 1;  // cells of the domain

template <int D>
VecD<D> sloping(const VecD<D>& x) {
  VecD<D> u;
  for (int a = 0; a < D; ++a) u[a] = 1.0 + 0.5 * a + x[(a + 1) % D] + 0.3 * x[a];
  return u;
}

template <int D>
std::unique_ptr<SmokeState<D>> extended(Scene scene, Walls walls) {
  scene.gas.walls = walls;
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, sloping<D>);
  extend_velocity(*state);
  return state;
}

// A cell in the middle of the box, but for its place along x.
template <int D>
VecI<D> cell_at(int x) {
  VecI<D> cell = VecI<D>::filled(kFirst + kAirCells / 2);
  cell[0] = x;
  return cell;
}

TYPED_TEST(ExtendVelocityTest, the_gas_keeps_its_own) {
  constexpr int D = kD<TypeParam>;
  auto state = extended<D>(testing::air_box(D, kAirCells), Walls::kSlip);
  for (int a = 0; a < D; ++a)
    testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>& x) {
      EXPECT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], static_cast<float>(sloping(x)[a]));
    });
}

TYPED_TEST(ExtendVelocityTest, nothing_flows_through_closed_sides) {
  constexpr int D = kD<TypeParam>;
  auto state = extended<D>(testing::air_box(D, kAirCells), Walls::kSlip);
  for (int a = 0; a < D; ++a)
    testing::for_each_place(*state, a, [&](int tile, int c, const VecD<D>& x) {
      for (int b = 0; b < D; ++b)
        if (b != a && (x[b] < 0.0 || x[b] > 1.0)) return;
      if (std::abs(x[a]) > 1e-9 && std::abs(x[a] - 1.0) > 1e-9) return;
      EXPECT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], 0.0f);
    });
}

// Along a wall: mirrored where the gas slips, so that nothing slows it, and opposite where it sticks, so that the
// velocity in the wall's plane is zero.
TYPED_TEST(ExtendVelocityTest, behind_a_closed_side_lies_the_mirror_image_or_its_opposite) {
  constexpr int D = kD<TypeParam>;
  for (const Walls walls : {Walls::kSlip, Walls::kNoSlip}) {
    auto state = extended<D>(testing::air_box(D, kAirCells), walls);
    const float sign = walls == Walls::kSlip ? 1.0f : -1.0f;
    for (int a = 1; a < D; ++a) {
      auto& u = state->velocity[static_cast<std::size_t>(a)];
      EXPECT_EQ(value_at(state->tiles, u, cell_at<D>(kFirst - 1)),
                sign * value_at(state->tiles, u, cell_at<D>(kFirst)));
      EXPECT_EQ(value_at(state->tiles, u, cell_at<D>(kLast + 1)), sign * value_at(state->tiles, u, cell_at<D>(kLast)));
    }
  }
}

TYPED_TEST(ExtendVelocityTest, beyond_an_open_side_it_is_that_of_the_gas_beside) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, kAirCells);
  scene.domain.open = {Side::kRight};
  scene.gas.tiles = SmokeTiles::kAll;
  auto state = extended<D>(scene, Walls::kSlip);
  auto& u = state->velocity[0];
  const float leaving = value_at(state->tiles, u, cell_at<D>(kLast + 1));  // the side itself is open: gas passes it
  EXPECT_FLOAT_EQ(leaving, static_cast<float>(sloping(VecD<D>::from(vec(1.0, 0.525, 0.525)))[0]));
  EXPECT_EQ(value_at(state->tiles, u, cell_at<D>(kLast + 2)), leaving);
  auto& v = state->velocity[1];
  EXPECT_EQ(value_at(state->tiles, v, cell_at<D>(kLast + 1)), value_at(state->tiles, v, cell_at<D>(kLast)));
}

// A slab that moves up: across its face the gas has the slab's velocity, along it its own where it slips.
TYPED_TEST(ExtendVelocityTest, in_a_solid_the_gas_slides_along_and_nothing_points_into_it) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, kAirCells);
  scene.solids = {testing::solid(testing::box(vec(-1, -1, -1), vec(2, 0.5, 2)), vec(0.0, 0.25))};
  scene.gas.walls = Walls::kSlip;
  auto state = testing::make_smoke<D>(scene);
  testing::set_velocity(*state, sloping<D>);
  extend_velocity(*state);
  VecI<D> cell = cell_at<D>(kFirst + 7);
  cell[1] = kFirst + kAirCells / 2;  // the first above the slab
  auto &u = state->velocity[0], &v = state->velocity[1];
  EXPECT_NEAR(value_at(state->tiles, v, cell), 0.25f, 1e-5f);
  EXPECT_NEAR(value_at(state->tiles, u, testing::neighbor(cell, 1, -1)), value_at(state->tiles, u, cell), 1e-5f);
}

}  // namespace
}  // namespace spindrift
