// Push-apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_at.h"
#include "support/states.h"

namespace spindrift {

template <int D>
std::int64_t push_and_count(LiquidState<D>& state);  // push_particles_apart.cpp

namespace {

using testing::add_particle;
using testing::by_id;
using testing::empty_box;
using testing::kD;
using testing::make_state;
using testing::random_at;
using testing::vec;

IN_2D_AND_3D(PushParticlesApartTest);

constexpr double kSeparation = 0.45;

template <int D>
Scene scene_with_push(int passes) {
  Scene scene = empty_box(D, vec(36, 20, 18));
  scene.drift.push_apart = true;
  scene.drift.push_iterations = passes;
  scene.drift.separation = kSeparation;
  return scene;
}

template <int D>
VecD<D> random_direction(std::uint64_t key) {
  VecD<D> d;
  for (int a = 0; a < D; ++a) d[a] = random_at(key, static_cast<std::uint64_t>(a)) - 0.5;
  return d / length(d);
}

// Pairs far from each other, all over the domain, over borders of cells and tiles and beside the walls. The partner of
// particle 2 i is particle 2 i + 1.
template <int D, class Distance>
std::unique_ptr<LiquidState<D>> scattered_pairs(const Scene& scene, Distance&& distance) {
  auto state = make_state<D>(scene);
  const VecI<D> cells = state->domain.cells;
  VecI<D> n;
  for (std::uint64_t i = 0;; ++i) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = 0.4 + 1.3 * n[a] + 0.3 * random_at(i, 10 + static_cast<std::uint64_t>(a));
    const VecD<D> offset = random_direction<D>(i) * (0.5 * distance(i));
    add_particle<D>(*state, x - offset);
    add_particle<D>(*state, x + offset);
    int a = 0;
    for (; a < D && 1.3 * ++n[a] + 1.05 > cells[a]; ++a) n[a] = 0;
    if (a == D) break;
  }
  sort_particles(*state);
  return state;
}

TYPED_TEST(PushParticlesApartTest, every_close_pair_is_found_and_parted_about_its_centre) {
  constexpr int D = kD<TypeParam>;
  auto state = scattered_pairs<D>(scene_with_push<D>(1), [](std::uint64_t i) { return 0.6 * random_at(i, 99) + 0.01; });
  const auto before = by_id(*state);
  ASSERT_GT(before.size(), 500u);
  push_particles_apart(*state);
  const auto after = by_id(*state);
  int close = 0;
  for (std::size_t i = 0; i + 1 < before.size(); i += 2) {
    const VecD<D> d0 = before[i + 1].x - before[i].x, d1 = after[i + 1].x - after[i].x;
    close += length(d0) < kSeparation;
    EXPECT_NEAR(length(d1), std::max(length(d0), kSeparation), 1e-5) << i;
    EXPECT_NEAR(dot(d0, d1), length(d0) * length(d1), 1e-5);  // along the line that joins them
    const VecD<D> moved = after[i].x + after[i + 1].x - before[i].x - before[i + 1].x;
    EXPECT_LT(length(moved), 1e-5);
  }
  EXPECT_GT(close, 200);
}

TYPED_TEST(PushParticlesApartTest, pairs_exactly_as_far_as_the_threshold_are_left_alone) {
  constexpr int D = kD<TypeParam>;
  auto state = scattered_pairs<D>(scene_with_push<D>(3), [](std::uint64_t) { return kSeparation + 1e-5; });
  const auto before = by_id(*state);
  push_particles_apart(*state);
  const auto after = by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].x, after[i].x);
}

TYPED_TEST(PushParticlesApartTest, coincident_particles_part_without_a_preferred_axis) {
  constexpr int D = kD<TypeParam>;
  auto state = scattered_pairs<D>(scene_with_push<D>(1), [](std::uint64_t) { return 0.0; });
  const auto before = by_id(*state);
  push_particles_apart(*state);
  const auto after = by_id(*state);
  VecD<D> mean, squares;
  const double pairs = static_cast<double>(before.size()) / 2.0;
  for (std::size_t i = 0; i + 1 < before.size(); i += 2) {
    const VecD<D> d = after[i + 1].x - after[i].x;
    EXPECT_NEAR(length(d), kSeparation, 1e-5);
    EXPECT_LT(length(after[i].x + after[i + 1].x - before[i].x - before[i + 1].x), 1e-5);
    mean += d / kSeparation / pairs;
    for (int a = 0; a < D; ++a) squares[a] += d[a] * d[a] / (kSeparation * kSeparation) / pairs;
  }
  EXPECT_LT(length(mean), 0.15);
  for (int a = 0; a < D; ++a) EXPECT_NEAR(squares[a], 1.0 / D, 0.1);
}

// Brute force over all pairs of a crowd: in the end no two are too close.
TYPED_TEST(PushParticlesApartTest, a_crowd_is_spread_until_no_pair_is_too_close) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(scene_with_push<D>(2));
  for (std::uint64_t i = 0; i < 250; ++i) {  // across the corner where tiles meet, four to the cell
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = (D == 2 ? 11.0 : 5.0) + (D == 2 ? 8.0 : 4.0) * random_at(i, static_cast<std::uint64_t>(a));
    add_particle(*state, x);
  }
  sort_particles(*state);
  for (int i = 0; i < 150; ++i) push_particles_apart(*state);
  const auto after = by_id(*state);
  double closest = 1e9;
  for (std::size_t i = 0; i < after.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) closest = std::min(closest, length(after[i].x - after[j].x));
  EXPECT_GT(closest, 0.97 * kSeparation);
}

TYPED_TEST(PushParticlesApartTest, nobody_is_pushed_through_a_wall_or_into_a_solid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = scene_with_push<D>(5);
  scene.solids = {testing::solid(testing::sphere(vec(10, 10, 9), 3.0))};
  auto state = make_state<D>(scene);
  for (std::uint64_t i = 0; i < 2000; ++i) {  // crowds in a corner and on the solid
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = 0.02 + 1.5 * random_at(i, static_cast<std::uint64_t>(a));
    add_particle(*state,
                 i % 2 ? x : VecD<D>::from(vec(10, 10, 9)) + random_direction<D>(i) * (3.02 + 0.1 * random_at(i, 7)));
  }
  sort_particles(*state);
  push_particles_apart(*state);
  EXPECT_EQ(state->particles.count(), 2000u);
  testing::for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) {
    for (int a = 0; a < D; ++a) EXPECT_TRUE(x[a] > 0.0 && x[a] < state->domain.cells[a]);
    EXPECT_GT(length(x - VecD<D>::from(vec(10, 10, 9))), 3.0);
  });
}

// In the last cell of every axis.
template <int D>
std::unique_ptr<LiquidState<D>> crowd(std::uint64_t count) {
  auto state = make_state<D>(scene_with_push<D>(1));
  for (std::uint64_t i = 0; i < count; ++i) {
    VecD<D> x = VecD<D>::from(state->domain.cells) - VecD<D>::filled(1.0);
    for (int a = 0; a < D; ++a) x[a] += random_at(i, static_cast<std::uint64_t>(a));
    add_particle(*state, x);
  }
  sort_particles(*state);
  return state;
}

// Two, and five, ranges of cells are searched around a particle.
TYPED_TEST(PushParticlesApartTest, the_work_on_a_crowd_grows_with_its_number_and_not_with_its_square) {
  constexpr int D = kD<TypeParam>;
  for (const std::uint64_t count : {2500u, 10000u, 40000u})
    EXPECT_LE(push_and_count(*crowd<D>(count)), static_cast<std::int64_t>(count * (D == 2 ? 2 : 5) * 256)) << count;
  auto spread = crowd<D>(10000);  // over neighbouring cells too
  for (int i = 0; i < 5; ++i) EXPECT_LE(push_and_count(*spread), 10000 * (D == 2 ? 2 : 5) * 256);
  EXPECT_GT(push_and_count(*crowd<D>(100)), 1000);  // of 4950 pairs: few enough to be compared all
  auto pool = make_state<D>(testing::still_pool(D, 12, 8));
  EXPECT_EQ(push_and_count(*pool), 0);
}

TYPED_TEST(PushParticlesApartTest, a_crowd_of_ten_thousand_in_one_cell_comes_apart) {
  constexpr int D = kD<TypeParam>;
  auto state = crowd<D>(10000);
  auto cells_taken = [&] {
    int taken = 0;
    const auto& begin = state->particles.cell_begin;
    for (std::size_t i = Tile<D>::kCells; i + 1 < begin.size(); ++i) taken += begin[i + 1] > begin[i];
    return taken;
  };
  int before = cells_taken();
  EXPECT_EQ(before, 1);
  for (int i = 0; i < 4; ++i) {
    push_particles_apart(*state);
    EXPECT_GT(cells_taken(), before);
    before = cells_taken();
  }
}

TYPED_TEST(PushParticlesApartTest, ten_thousand_particles_in_one_cell_come_through) {
  constexpr int D = kD<TypeParam>;
  auto state = crowd<D>(10000);
  push_particles_apart(*state);
  EXPECT_FALSE(state->failure);
  EXPECT_EQ(state->particles.count(), 10000u);
  testing::for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) {
    for (int a = 0; a < D; ++a) EXPECT_TRUE(x[a] > 0.0 && x[a] < state->domain.cells[a]);
  });
}

TYPED_TEST(PushParticlesApartTest, velocities_are_not_touched) {
  constexpr int D = kD<TypeParam>;
  auto state = scattered_pairs<D>(scene_with_push<D>(2), [](std::uint64_t) { return 0.1; });
  testing::set_velocities(*state, [](const VecD<D>& x) { return x; });
  const auto before = by_id(*state);
  push_particles_apart(*state);
  const auto after = by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].v, after[i].v);
}

}  // namespace
}  // namespace spindrift
