// The density goes on behind walls and solids as the liquid would.
#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::vec;

IN_2D_AND_3D(ExtendDensityTest);

// A tank full of liquid but for its upper third.
template <int D>
Scene tank() {
  Scene scene = testing::empty_box(D, vec(18, 18, 18));
  scene.liquids = {liquid(box({}, vec(18, 12, 18)))};
  return scene;
}

// The least and the largest density of cells wholly below the surface, over that at rest.
template <int D>
std::pair<float, float> range_below_surface(const LiquidState<D>& state) {
  float least = 1e9f, largest = 0.0f;
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    if (!state.domain.contains(cell) || cell[1] > 10 || state.type.tile(tile)[c] != CellType::kFluid) return;
    const float share = state.density.tile(tile)[c] / static_cast<float>(state.rest_density);
    least = std::min(least, share);
    largest = std::max(largest, share);
  });
  return {least, largest};
}

TYPED_TEST(ExtendDensityTest, liquid_at_walls_is_as_dense_as_inside) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_state<D>(tank<D>());
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  EXPECT_LT(range_below_surface(*state).first, 0.9f);  // behind the walls part of the kernel is lost
  extend_density(*state);
  const auto [least, largest] = range_below_surface(*state);
  EXPECT_NEAR(least, 1.0f, 1e-3f);
  EXPECT_NEAR(largest, 1.0f, 1e-3f);
}

// The mean density of fluid cells whose centre is within a cell of the solid, over that at rest.
template <int D>
float mean_beside_solid(const LiquidState<D>& state) {
  float sum = 0.0f;
  int count = 0;
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    const float distance = state.solid_distance().tile(tile)[c];
    if (cell[1] > 10 || state.type.tile(tile)[c] != CellType::kFluid || distance < 0.0f || distance > 1.0f) return;
    sum += state.density.tile(tile)[c] / static_cast<float>(state.rest_density);
    ++count;
  });
  return sum / static_cast<float>(count);
}

TYPED_TEST(ExtendDensityTest, liquid_beside_a_solid_is_as_dense_as_inside) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank<D>();
  scene.solids = {testing::solid(box(vec(7.3, 0.0, 7.3), vec(10.8, 6.4, 10.8)))};
  auto state = testing::make_state<D>(scene);
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  EXPECT_LT(mean_beside_solid(*state), 0.92f);
  extend_density(*state);
  EXPECT_NEAR(mean_beside_solid(*state), 1.0f, 0.05f);
}

TYPED_TEST(ExtendDensityTest, no_density_is_left_undefined) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank<D>();
  scene.solids = {testing::solid(testing::sphere(vec(9.2, 8.7, 8.9), 4.3))};
  auto state = testing::make_state<D>(scene);
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  extend_density(*state);
  for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    EXPECT_TRUE(std::isfinite(state->density.tile(tile)[c]));
    EXPECT_GE(state->density.tile(tile)[c], 0.0f);
  });
}

}  // namespace
}  // namespace spindrift
