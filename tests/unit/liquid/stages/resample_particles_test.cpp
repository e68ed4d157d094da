// Particles per cell stay between half and twice the usual number.
#include <gtest/gtest.h>

#include <cmath>

#include "support/random_at.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::random_at;
using testing::vec;

IN_2D_AND_3D(ResampleParticlesTest);

// A closed box full of liquid whose particles stand at random: many cells hold too few, some too many.
template <int D>
std::unique_ptr<LiquidState<D>> uneven_liquid(Scene scene) {
  scene.liquids = {liquid(box({}, scene.domain.size))};
  scene.particles.columns = {Column::kId, Column::kAge};
  auto state = make_state<D>(scene);
  for_each_particle(*state, [&](std::uint32_t p, const VecD<D>&) {
    for (std::size_t a = 0; a < D; ++a) {
      const double shift = 2.0 * random_at(p, a) - 1.0;
      state->particles.position[a][p] += static_cast<float>(0.7 * shift);
      state->particles.velocity[a][p] = static_cast<float>(random_at(p, 10 + a));
    }
    state->particles.age[p] = static_cast<float>(state->particles.id[p]);
  });
  collide_particles(*state);
  sort_particles(*state);
  return state;
}

template <int D>
Scene closed_box() {
  return D == 2 ? empty_box(2, vec(40, 36)) : empty_box(3, vec(20, 18, 16));
}

template <int D>
struct Counts {
  int starved = 0, crowded = 0, cells = 0;
};
template <int D>
Counts<D> count(const LiquidState<D>& state) {
  Counts<D> counts;
  testing::for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    if (!state.domain.contains(cell)) return;
    const std::uint32_t* begin = state.particles.cells_of(tile) + c;
    const double share = (begin[1] - begin[0]) / state.particles_per_cell;
    ++counts.cells;
    counts.starved += share < 0.5;
    counts.crowded += share > 2.0;
  });
  return counts;
}

template <int D>
struct Sums {
  VecD<D> momentum{};
  double energy = 0.0;
};
template <int D>
Sums<D> sum(const LiquidState<D>& state) {
  Sums<D> sums;
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) {
    const VecD<D> v = testing::velocity_of(state, p);
    sums.momentum += v;
    sums.energy += 0.5 * dot(v, v);
  });
  return sums;
}

TYPED_TEST(ResampleParticlesTest,
           starved_cells_are_filled_and_crowded_ones_emptied_without_making_or_losing_a_particle) {
  constexpr int D = kD<TypeParam>;
  auto state = uneven_liquid<D>(closed_box<D>());
  const std::size_t particles = state->particles.count();
  const Counts<D> before = count(*state);
  ASSERT_GT(before.starved, before.cells / 100);
  ASSERT_GT(before.crowded, 0);
  resample_particles(*state);
  const Counts<D> after = count(*state);
  EXPECT_EQ(after.starved, 0);
  EXPECT_EQ(after.crowded, 0);
  EXPECT_EQ(state->particles.count(), particles);
}

TYPED_TEST(ResampleParticlesTest, momentum_stays_and_kinetic_energy_does_not_grow) {
  constexpr int D = kD<TypeParam>;
  auto state = uneven_liquid<D>(closed_box<D>());
  const Sums<D> before = sum(*state);
  resample_particles(*state);
  const Sums<D> after = sum(*state);
  for (int a = 0; a < D; ++a) EXPECT_NEAR(after.momentum[a], before.momentum[a], 1e-6 * before.momentum[a]);
  EXPECT_LT(after.energy, before.energy);
  EXPECT_GT(after.energy, 0.95 * before.energy);
}

TYPED_TEST(ResampleParticlesTest, particles_stay_sorted_with_all_they_carry_and_move_two_cells_at_most) {
  constexpr int D = kD<TypeParam>;
  auto state = uneven_liquid<D>(closed_box<D>());
  const auto before = testing::by_id(*state);
  resample_particles(*state);
  const auto after = testing::by_id(*state);
  std::vector<int> seen(after.size(), 0);
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    const std::uint32_t* begin = state->particles.cells_of(tile) + c;
    for (std::uint32_t p = begin[0]; p < begin[1]; ++p) {
      const std::uint32_t id = state->particles.id[p];
      ++seen[id];
      EXPECT_EQ(state->particles.age[p], static_cast<float>(id));
      const VecD<D> x = state->domain.to_cells(after[id].x);
      for (int a = 0; a < D; ++a) {
        EXPECT_EQ(static_cast<int>(std::floor(x[a])), cell[a]);
        EXPECT_LT(std::abs(after[id].x[a] - before[id].x[a]), 3.0);
      }
    }
  });
  for (const int times : seen) EXPECT_EQ(times, 1);
}

// The cells of the top row hold less than half, as they may.
TYPED_TEST(ResampleParticlesTest, a_cell_through_which_the_surface_passes_is_left_alone) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  scene.liquids = {liquid(box({}, vec(12, 5.25, 12)))};
  scene.particles.per_cell = D == 2 ? 16 : 64;
  auto state = make_state<D>(scene);
  const auto before = testing::by_id(*state);
  ASSERT_GT(count(*state).starved, 0);
  resample_particles(*state);
  const auto after = testing::by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].x, before[i].x);
}

// Many particles on one side of a wall, few on the other: none may change sides.
TYPED_TEST(ResampleParticlesTest, nobody_passes_a_wall_thinner_than_a_cell) {
  constexpr int D = kD<TypeParam>;
  Scene scene = closed_box<D>();
  const double wall = 6.95;
  scene.solids = {testing::solid(box(vec(wall, -9, -9), vec(wall + 0.1, 99, 99)))};
  auto state = uneven_liquid<D>(scene);
  int thinned = 0;
  for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
    if (x[0] < wall || random_at(p, 77) < 0.8) return;
    state->particles.position[0][p] = kRemoved;
    ++thinned;
  });
  ASSERT_GT(thinned, 100);
  sort_particles(*state);
  const auto before = testing::by_id(*state);
  resample_particles(*state);
  const auto after = testing::by_id(*state);
  int moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].x[0] < wall, after[i].x[0] < wall);
    moved += !(before[i].x == after[i].x);
  }
  EXPECT_GT(moved, 0);
}

}  // namespace
}  // namespace spindrift
