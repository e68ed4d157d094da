#include "smoke/gas_regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "smoke/gas_view.h"
#include "smoke/smoke_solver.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(GasRegions);

constexpr double kH = 1.0 / 24.0;

// A wall across the box at x = 0.4, this many cells thick, from this height on.
SolidSettings wall(double cells, double from) {
  return testing::solid(box(vec(0.4, from, -1), vec(0.4 + cells * kH, 2, 2)));
}

TYPED_TEST(GasRegions, a_sealed_wall_makes_two_and_a_door_makes_one_of_them) {
  constexpr int D = kD<TypeParam>;
  for (const double cells : {0.1, 1.0, 2.5}) {
    Scene scene = testing::air_box(D, 24);
    EXPECT_EQ(testing::make_smoke<D>(scene)->regions, 1);
    scene.solids = {wall(cells, -1.0)};
    EXPECT_EQ(testing::make_smoke<D>(scene)->regions, 2) << cells;
    scene.solids = {wall(cells, 0.1)};
    EXPECT_EQ(testing::make_smoke<D>(scene)->regions, 1) << cells;
  }
}

TYPED_TEST(GasRegions, cells_of_one_region_are_those_on_one_side_of_the_wall) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 24);
  scene.solids = {wall(2.5, -1.0)};
  const auto state = testing::make_smoke<D>(scene);
  std::int32_t side[2] = {0, 0};
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const std::int32_t region = state->region.tile(tile)[c];
    ASSERT_EQ(region != 0, state->type.tile(tile)[c] == CellType::kFluid);
    if (region == 0) return;
    std::int32_t& seen = side[x[0] < 0.4 + 1.25 * kH ? 0 : 1];
    if (seen == 0) seen = region;
    ASSERT_EQ(region, seen);
  });
  EXPECT_NE(side[0], side[1]);
}

// What is there and what is owed is what came less what went, while a gate divides the gas and opens again, fire makes
// volume, and smoke leaves.
TYPED_TEST(GasRegions, the_books_balance_while_regions_part_and_join) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 24);
  scene.domain.open = {Side::kRight};
  scene.smokes[0].shape = box(vec(0.2, 0.1, 0), vec(0.8, 0.5, 1));
  scene.smokes[0].density = 1.0;
  scene.smokes[0].fuel = 0.3;
  scene.smokes[0].temperature = 900.0;
  SolidSettings gate = wall(2.5, 0.12);
  gate.keyframes = {{.time = 0.0, .position = vec(0, 0, 0)},
                    {.time = 0.1, .position = vec(0, -0.3, 0)},
                    {.time = 0.2, .position = vec(0, 0, 0)}};
  scene.solids = {gate};
  auto solver = SmokeSolver<D>::create(scene);
  ASSERT_TRUE(solver) << to_string(solver.error());
  const SmokeState<D>& state = (*solver)->state();
  int most = 0;
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE((*solver)->advance_step(0.005, nullptr));
    most = std::max(most, state.regions);
    const auto held = total_of_gas(state);
    for (std::size_t q = 0; q < kQuantities; ++q) {
      const SmokeLedger& ledger = state.ledger[q];
      const double owed = std::accumulate(ledger.owed.begin(), ledger.owed.end(), 0.0);
      ASSERT_NEAR(held[q] + owed, ledger.entered - ledger.left, 1e-4 * ledger.entered) << i << " " << q;
    }
  }
  EXPECT_EQ(most, 2);
  EXPECT_EQ(state.regions, 1);
}

}  // namespace
}  // namespace spindrift
