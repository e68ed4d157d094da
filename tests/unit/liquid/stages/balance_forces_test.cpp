// The pressure that balances the forces is found before the viscosity acts, and moves nothing by itself.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(BalanceForcesTest);

constexpr int kDepth = 7;

// Thick water at rest, up to the row.
template <int D>
std::unique_ptr<LiquidState<D>> thick_pool() {
  Scene scene = testing::still_pool(D, 12, kDepth);
  scene.fluid.viscosity = 50.0;
  scene.solver.tolerance = 1e-8;
  auto state = testing::make_state<D>(scene);
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  if (scene.uses_level_set()) find_surface(*state);
  apply_forces(*state);
  constrain_velocity(*state);
  return state;
}

TYPED_TEST(BalanceForcesTest, under_gravity_it_is_the_weight_of_the_water_above) {
  constexpr int D = kD<TypeParam>;
  auto state = thick_pool<D>();
  balance_forces(*state);
  EXPECT_TRUE(state->report.pressure.converged);
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    // Cells as free surface: the pressure is zero in the middle of the cell above the last full one.
    const double above = kDepth - (cell[1] - Domain<D>::kBorder);
    EXPECT_NEAR(state->scaled_pressure.tile(tile)[c] / state->dt, 9.81 * above, 1e-4 * 9.81 * kDepth);
  });
}

TYPED_TEST(BalanceForcesTest, the_velocity_stays_as_it_is) {
  constexpr int D = kD<TypeParam>;
  auto state = thick_pool<D>();
  std::array<std::vector<float>, D> before;
  for (std::size_t a = 0; a < D; ++a)
    before[a].assign(state->velocity[a].data().begin(), state->velocity[a].data().end());
  balance_forces(*state);
  for (std::size_t a = 0; a < D; ++a)
    EXPECT_TRUE(std::equal(before[a].begin(), before[a].end(), state->velocity[a].data().begin()));
}

// Nothing is left for the projection where the viscosity had nothing to do: water at rest costs one solve, not two.
TYPED_TEST(BalanceForcesTest, the_projection_begins_with_it) {
  constexpr int D = kD<TypeParam>;
  auto state = thick_pool<D>();
  balance_forces(*state);
  EXPECT_FALSE(state->cells_changed);
  const int iterations = state->report.pressure.iterations;
  EXPECT_GT(iterations, 0);
  project_pressure(*state);
  EXPECT_EQ(state->report.pressure.iterations, iterations);
  EXPECT_LT(testing::largest_outflow(*state), 1e-5);
}

}  // namespace
}  // namespace spindrift
