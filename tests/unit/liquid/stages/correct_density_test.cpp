// Crowded cells are left and thin ones are filled, by as much as they are off, and no velocity knows of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::neighbor;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(CorrectDensityTest);

// A pool whose particles are as dense as excess(x) says, in place of what they are, ready for the stage.
template <int D, class Excess>
std::unique_ptr<LiquidState<D>> pool_with_excess(double tolerance, Excess&& excess) {
  Scene scene = testing::still_pool(D, 14, 9, 0.5);
  scene.drift.tolerance = tolerance;
  auto state = testing::make_state<D>(scene);
  transfer_particles_to_grid(*state);
  testing::project(*state);
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    const VecD<D> x = VecD<D>::from(cell) - VecD<D>::filled(Domain<D>::kBorder - 0.5);
    state->density.tile(tile)[c] = static_cast<float>((1.0 + excess(x)) * state->rest_density);
  });
  return state;
}

template <int D>
bool touches_air(LiquidState<D>& state, const VecI<D>& cell) {
  for (int n = 0; n < Tile<D>::kNeighbors; ++n)
    if (value_at(state.tiles, state.type, cell + Tile<D>::neighbor_offset(n)) == CellType::kAir) return true;
  return false;
}

template <int D>
double drift_out_of(LiquidState<D>& state, const VecI<D>& cell) {
  double sum = 0.0;
  for (int a = 0; a < D; ++a) {
    auto& w = state.drift[static_cast<std::size_t>(a)];
    sum += static_cast<double>(value_at(state.tiles, w, neighbor(cell, a, 1)) - value_at(state.tiles, w, cell));
  }
  return sum;
}

// div w = (rho / rho_0 - 1) / dt in every cell; where the surface passes through a cell, thin is as it should be.
TYPED_TEST(CorrectDensityTest, each_cell_gives_and_takes_what_it_is_off) {
  constexpr int D = kD<TypeParam>;
  const auto excess = [](const VecD<D>& x) { return 0.04 * std::sin(0.9 * x[0]) * std::cos(0.7 * x[1]); };
  auto state = pool_with_excess<D>(1e-7, excess);
  correct_density(*state);
  const double outflow = state->domain.h / state->dt;
  int thin = 0, crowded = 0;
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    double wanted = excess(VecD<D>::from(cell) - VecD<D>::filled(Domain<D>::kBorder - 0.5));
    if (touches_air(*state, cell)) wanted = std::max(wanted, 0.0);
    EXPECT_NEAR(drift_out_of(*state, cell) / outflow, wanted, 1e-4);
    ++(wanted > 0.0 ? crowded : thin);
  });
  EXPECT_GT(thin, 20);
  EXPECT_GT(crowded, 20);
}

// Removed by both in full, the surplus would come back as a lack.
TYPED_TEST(CorrectDensityTest, takes_what_the_density_term_leaves) {
  constexpr int D = kD<TypeParam>;
  const auto excess = [](const VecD<D>& x) { return 0.04 * std::sin(0.9 * x[0]) * std::cos(0.7 * x[1]); };
  auto alone = pool_with_excess<D>(1e-7, excess), beside = pool_with_excess<D>(1e-7, excess);
  beside->scene.drift.density_term = true;
  beside->scene.drift.stiffness = 0.6;
  correct_density(*alone);
  correct_density(*beside);
  testing::for_each_cell(*alone, [&](const VecI<D>& cell, int, int) {
    EXPECT_NEAR(drift_out_of(*beside, cell), 0.4 * drift_out_of(*alone, cell), 1e-3);
  });
}

TYPED_TEST(CorrectDensityTest, liquid_at_rest_density_stays_where_it_is) {
  constexpr int D = kD<TypeParam>;
  auto state = pool_with_excess<D>(0.05, [](const VecD<D>&) { return 0.0; });
  correct_density(*state);
  for (const auto& w : state->drift)
    for (int tile = 1; tile <= state->tiles.count(); ++tile)
      for (int c = 0; c < Tile<D>::kCells; ++c) EXPECT_EQ(w.tile(tile)[c], 0.0f);
}

// However many crowd together, none is moved by more than half a cell, nothing is moved through a wall, and the
// velocity is the one before.
TYPED_TEST(CorrectDensityTest, a_crowd_is_moved_by_half_a_cell_at_most_and_gains_no_velocity) {
  constexpr int D = kD<TypeParam>;
  auto state =
      pool_with_excess<D>(0.01, [](const VecD<D>& x) { return length(x - VecD<D>::filled(4.5)) < 3.0 ? 9.0 : 0.0; });
  std::array<std::vector<float>, D> before;
  for (std::size_t a = 0; a < D; ++a)
    before[a].assign(state->velocity[a].data().begin(), state->velocity[a].data().end());
  correct_density(*state);
  double farthest = 0.0;
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const double cells = std::abs(static_cast<double>(state->drift[static_cast<std::size_t>(a)].tile(tile)[c])) *
                           state->dt / state->domain.h;
      farthest = std::max(farthest, cells);
      if (state->type.tile(tile)[c] == CellType::kSolid ||
          value_at(state->tiles, state->type, neighbor(cell, a, -1)) == CellType::kSolid) {
        EXPECT_EQ(cells, 0.0);
      }
    }
  });
  EXPECT_LE(farthest, 0.5 + 1e-6);
  EXPECT_GT(farthest, 0.4);
  for (std::size_t a = 0; a < D; ++a) {
    const auto same = [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    EXPECT_TRUE(std::equal(before[a].begin(), before[a].end(), state->velocity[a].data().begin(), same));
  }
}

}  // namespace
}  // namespace spindrift
