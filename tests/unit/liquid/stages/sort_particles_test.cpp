// The tiles and the pressure around sorted particles; particles/particle_sorter_test.cpp has the sort itself.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(SortParticlesTest);

// A block of water whose particles are thrown about by up to a tile and a half.
template <int D>
std::unique_ptr<LiquidState<D>> thrown_about() {
  Scene scene = testing::empty_box(D, vec(80, 60, 40));
  scene.liquids = {testing::liquid(testing::box(vec(30, 25, 15), vec(44, 36, 26)))};
  auto state = make_state<D>(scene);
  for (std::size_t p = 0; p < state->particles.count(); ++p)
    for (std::size_t a = 0; a < D; ++a)
      state->particles.position[a][p] += 1.5f * Tile<D>::kSide * (2.0f * random_unit(3 * p + a) - 1.0f);
  return state;
}

TYPED_TEST(SortParticlesTest, tiles_exist_as_far_around_the_particles_as_transfers_reach) {
  constexpr int D = kD<TypeParam>;
  auto state = thrown_about<D>();
  sort_particles(*state);
  testing::for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) {
    const VecD<D> at = state->domain.to_cells(x);
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      VecI<D> tile;
      for (int a = 0; a < D; ++a)
        tile[a] = static_cast<int>(std::floor(at[a] + 2.0 * Tile<D>::neighbor_offset(n)[a])) >> Tile<D>::kLog2;
      EXPECT_TRUE(!state->tiles.contains(tile) || state->tiles.find(tile) != 0);
    }
  });
}

// The pressure is the next solve's first guess.
TYPED_TEST(SortParticlesTest, the_pressure_stays_with_its_cells_and_is_zero_in_new_ones) {
  constexpr int D = kD<TypeParam>;
  auto state = thrown_about<D>();
  const auto pressure = [](const VecI<D>& cell) { return 1.0 + cell[0] + 0.01 * cell[1]; };
  testing::for_each_cell(
      *state, [&](const VecI<D>& cell, int tile, int c) { state->scaled_pressure.tile(tile)[c] = pressure(cell); });
  std::vector<VecI<D>> old;
  for (int tile = 1; tile <= state->tiles.count(); ++tile) old.push_back(state->tiles.coord(tile));
  sort_particles(*state);
  int kept = 0, fresh = 0;
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    const bool is_old = std::find(old.begin(), old.end(), state->tiles.coord(tile)) != old.end();
    EXPECT_EQ(state->scaled_pressure.tile(tile)[c], is_old ? pressure(cell) : 0.0);
    ++(is_old ? kept : fresh);
  });
  EXPECT_GT(kept, 0);
  EXPECT_GT(fresh, 0);
}

TYPED_TEST(SortParticlesTest, what_was_removed_is_dropped_and_what_is_no_number_ends_the_run) {
  constexpr int D = kD<TypeParam>;
  auto state = thrown_about<D>();
  const std::size_t count = state->particles.count();
  const std::uint32_t removed = state->particles.id[5];
  state->particles.position[0][5] = kRemoved;
  sort_particles(*state);
  EXPECT_FALSE(state->failure);
  EXPECT_EQ(state->particles.count(), count - 1);
  for (std::size_t p = 0; p < state->particles.count(); ++p) EXPECT_NE(state->particles.id[p], removed);
  state->particles.position[1][7] = std::numeric_limits<float>::quiet_NaN();
  sort_particles(*state);
  ASSERT_TRUE(state->failure);
  EXPECT_EQ(state->failure->code, ErrorCode::kRunFailed);
  EXPECT_EQ(state->failure->message, "1 particles have left the grid or are not numbers");
}

}  // namespace
}  // namespace spindrift
