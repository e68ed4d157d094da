// Cells that have let go of their wall count as air.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::value_at;

IN_2D_AND_3D(DetachCellsTest);

TYPED_TEST(DetachCellsTest, turns_detached_liquid_into_air_and_nothing_else) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_state<D>(testing::still_pool(D, 16, 6, 0.1));
  sort_particles(*state);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  find_surface(*state);
  const std::int64_t before = state->fluid_cells;
  const auto types = state->type;
  for (const std::uint8_t pull : state->detached.data()) ASSERT_EQ(pull, 0);
  detach_cells(*state);
  EXPECT_EQ(state->fluid_cells, before);

  VecI<D> wet = VecI<D>::filled(1), dry = wet;
  dry[1] = 1 + 9;
  VecI<D> solid = wet;
  solid[0] = 0;
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (cell == wet || cell == dry || cell == solid) state->detached.tile(tile)[c] = 1;
  });
  detach_cells(*state);
  EXPECT_EQ(state->fluid_cells, before - 1);
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    const CellType expected = cell == wet ? CellType::kAir : types.tile(tile)[c];
    EXPECT_EQ(state->type.tile(tile)[c], expected);
  });
}

}  // namespace
}  // namespace spindrift
