// The sort puts particles where the grid looks for them, and changes nothing else about them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(SortParticlesTest);

// A block of water whose particles are thrown about by up to a tile and a half.
template <int D>
std::unique_ptr<LiquidState<D>> thrown_about() {
  Scene scene = testing::empty_box(D, vec(80, 60, 40));
  scene.particles.columns = {Column::kId, Column::kAge};
  scene.liquids = {testing::liquid(testing::box(vec(30, 25, 15), vec(44, 36, 26)))};
  auto state = make_state<D>(scene);
  for (std::size_t p = 0; p < state->particles.count(); ++p) {
    state->particles.age[p] = random_unit(7 * p);
    for (std::size_t a = 0; a < D; ++a) {
      state->particles.position[a][p] += 1.5f * Tile<D>::kSide * (2.0f * random_unit(3 * p + a) - 1.0f);
      state->particles.velocity[a][p] = random_unit(5 * p + a);
    }
  }
  return state;
}

TYPED_TEST(SortParticlesTest, every_particle_keeps_its_place_velocity_and_columns) {
  constexpr int D = kD<TypeParam>;
  auto state = thrown_about<D>();
  const auto before = by_id(*state);
  std::vector<float> ages(before.size());
  for (std::size_t p = 0; p < before.size(); ++p) ages[state->particles.id[p]] = state->particles.age[p];
  sort_particles(*state);
  ASSERT_FALSE(state->failure);
  ASSERT_EQ(state->particles.count(), before.size());
  testing::for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
    const auto& was = before[state->particles.id[p]];
    EXPECT_LT(length(x - was.x), 1e-5);  // the nearest place that counts from the tile's corner
    EXPECT_EQ(testing::velocity_of(*state, p), was.v);
    EXPECT_EQ(state->particles.age[p], ages[state->particles.id[p]]);
  });
}

TYPED_TEST(SortParticlesTest, the_particles_of_a_cell_lie_in_it_and_in_the_order_they_had) {
  constexpr int D = kD<TypeParam>;
  auto state = thrown_about<D>();
  std::vector<std::size_t> rank(state->particles.count());
  for (std::size_t p = 0; p < rank.size(); ++p) rank[state->particles.id[p]] = p;
  std::vector<VecI<D>> tile_before(rank.size());
  for (int tile = 1; tile <= state->tiles.count(); ++tile)
    for (std::uint32_t p = state->particles.tile_begin(tile); p < state->particles.tile_end(tile); ++p)
      tile_before[state->particles.id[p]] = state->tiles.coord(tile);
  sort_particles(*state);
  std::size_t seen = 0;
  testing::for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    const std::uint32_t* range = state->particles.cells_of(tile) + c;
    for (std::uint32_t p = range[0]; p < range[1]; ++p, ++seen) {
      for (int a = 0; a < D; ++a)
        EXPECT_EQ(std::floor(state->particles.position[static_cast<std::size_t>(a)][p]), Tile<D>::cell_coord(c)[a]);
      if (p == range[0]) continue;
      const std::uint32_t id = state->particles.id[p], last = state->particles.id[p - 1];
      if (tile_before[id] == tile_before[last]) {
        EXPECT_GT(rank[id], rank[last]);
      }
    }
  });
  EXPECT_EQ(seen, rank.size());
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
