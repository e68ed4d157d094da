// Filling shapes with particles.
#include "liquid/seed_particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(SeedParticlesTest);

TYPED_TEST(SeedParticlesTest, a_box_holds_per_cell_times_its_cells) {
  constexpr int D = kD<TypeParam>;
  for (const Packing packing : {Packing::kRegular, Packing::kJittered})
    for (const int per_cell : {1, 4, 5, 8, 9, 27}) {
      Scene scene = empty_box(D, vec(12, 12, 12), 0.3);
      scene.particles.packing = packing;
      scene.particles.per_cell = per_cell;
      scene.liquids = {liquid(box(vec(2, 3, 4) * 0.3, vec(7, 5, 8) * 0.3))};
      auto state = make_state<D>(scene);
      EXPECT_EQ(state->particles.count(), static_cast<std::size_t>(per_cell * (D == 2 ? 10 : 40)));
      EXPECT_EQ(state->ledger.seeded, static_cast<std::int64_t>(state->particles.count()));
    }
}

TYPED_TEST(SeedParticlesTest, particles_move_by_the_formula_at_their_place) {
  constexpr int D = kD<TypeParam>;
  for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
    Scene scene = empty_box(D, vec(16, 16, 16), 0.25);
    scene.solver.transfer = transfer;
    scene.liquids = {liquid(box(vec(1, 1, 1), vec(3, 3, 3)))};
    scene.liquids[0].velocity.formulas = {"2*y - x", "x*y", ""};
    scene.liquids[0].velocity.value[2] = 0.5;
    auto state = make_state<D>(scene);
    sort_particles(*state);
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      const VecD<D> v = testing::velocity_of(*state, p);
      EXPECT_NEAR(v[0], 2.0 * x[1] - x[0], 1e-5);
      EXPECT_NEAR(v[1], x[0] * x[1], 1e-5);
      if (D == 3) {
        EXPECT_EQ(v[2], 0.5);
      }
      if (transfer != Transfer::kApic) return;
      const double slopes[] = {-1.0, 2.0, x[1], x[0]};  // of both along x and y
      for (std::size_t a = 0; a < 2; ++a)
        for (std::size_t b = 0; b < D; ++b)
          EXPECT_NEAR(static_cast<double>(state->particles.affine[a * D + b][p]), b < 2 ? slopes[2 * a + b] : 0.0,
                      1e-5);
    });
  }
}

TYPED_TEST(SeedParticlesTest, a_velocity_that_is_no_number_somewhere_is_refused) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16), 0.25);
  scene.liquids = {liquid(box(vec(1, 1, 1), vec(3, 3, 3)))};
  scene.liquids[0].velocity.formulas[1] = "sqrt(x - 2)";
  const auto refused = make_liquid_state<D>(scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_NE(refused.error().message.find("the velocity along y at (1.0"), std::string::npos) << refused.error().message;
  scene.liquids[0].velocity.formulas[1] = "sqrt(x";
  EXPECT_FALSE(make_liquid_state<D>(scene));
  EXPECT_FALSE(Simulation::create(scene));
}

// A lattice samples any surface within half of its spacing: what is below a cosine is as much as below its mean.
TYPED_TEST(SeedParticlesTest, what_lies_below_a_surface_has_its_volume) {
  constexpr int D = kD<TypeParam>;
  const int cells = D == 2 ? 128 : 32;
  Scene scene = empty_box(D, vec(cells, cells, cells), 1.0 / cells);
  scene.liquids.emplace_back().shape.kind = ShapeSettings::Kind::kBelow;
  scene.liquids[0].shape.surface = D == 2 ? "0.5 + 0.05*cos(pi*x)" : "0.5 + 0.05*cos(pi*x)*cos(pi*z)";
  const auto state = make_state<D>(scene);
  const double full = std::pow(cells, D) * state->particles_per_cell;
  EXPECT_NEAR(static_cast<double>(state->particles.count()) / full, 0.5, D == 2 ? 1e-3 : 5e-3);
}

TYPED_TEST(SeedParticlesTest, a_count_is_met_exactly_or_refused) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  scene.liquids = {liquid(box(vec(1, 1, 1), vec(9, 9, 9)))};
  scene.liquids[0].spacing = 0.25;
  scene.liquids[0].count = 777;
  EXPECT_EQ(make_state<D>(scene)->particles.count(), 777u);
  scene.liquids[0].count = 1 << 20;
  const auto refused = make_liquid_state<D>(scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_NE(refused.error().message.find("1048576"), std::string::npos) << refused.error().message;
}

template <int D>
void expect_count_is_made(const Scene& scene) {
  const auto counts = count_seeds<D>(scene);
  ASSERT_TRUE(counts);
  std::int64_t sum = 0;
  for (const SeedCount& count : *counts) sum += count.made;
  EXPECT_EQ(sum, static_cast<std::int64_t>(make_state<D>(scene)->particles.count()));
}

TYPED_TEST(SeedParticlesTest, the_count_said_beforehand_is_the_count_made) {
  constexpr int D = kD<TypeParam>;
  for (const Packing packing : {Packing::kRegular, Packing::kJittered, Packing::kHexagonal}) {
    Scene scene = empty_box(D, vec(14, 12, 10));
    scene.particles.packing = packing;
    scene.liquids = {liquid(sphere(vec(7, 6, 5), 4.3))};
    expect_count_is_made<D>(scene);
    const SeedCount whole = (*count_seeds<D>(scene))[0];
    EXPECT_EQ(whole.in_solids + whole.in_earlier_liquids, 0);

    scene.solids = {testing::solid(sphere(vec(9, 6, 5), 3.1))};  // what it covers, it takes
    expect_count_is_made<D>(scene);
    const SeedCount covered = (*count_seeds<D>(scene))[0];
    EXPECT_GT(covered.in_solids, 0);
    EXPECT_EQ(covered.made + covered.in_solids, whole.made);

    scene.liquids.push_back(
        liquid(box(vec(2, 2, 2), vec(8, 9, 7))));  // what the first one has, the second one does not
    scene.liquids.push_back(scene.liquids[0]);
    expect_count_is_made<D>(scene);
    const auto counts = *count_seeds<D>(scene);
    EXPECT_GT(counts[1].in_earlier_liquids, 0);
    EXPECT_EQ(counts[2].made, 0);
    EXPECT_EQ(counts[2].in_earlier_liquids, whole.made);

    if (packing == Packing::kHexagonal) continue;
    scene.liquids[1].spacing = 0.2;  // a number that is asked for is counted past the solid
    scene.liquids[1].count = 100;
    expect_count_is_made<D>(scene);
    EXPECT_EQ((*count_seeds<D>(scene))[1].made, 100);
  }
}

TYPED_TEST(SeedParticlesTest, particles_lie_inside_their_shape_and_outside_of_solids) {
  constexpr int D = kD<TypeParam>;
  for (const Packing packing : {Packing::kRegular, Packing::kJittered, Packing::kHexagonal}) {
    Scene scene = empty_box(D, vec(14, 12, 10));
    scene.particles.packing = packing;
    scene.liquids = {liquid(sphere(vec(7, 6, 5), 4.3))};
    scene.solids = {testing::solid(sphere(vec(7, 6, 5), 2.0))};
    auto state = make_state<D>(scene);
    EXPECT_GT(state->particles.count(), 50u);
    for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) {
      const double r = length(x - VecD<D>::from(vec(7, 6, 5)));
      EXPECT_LT(r, 4.3 + 1e-5);
      EXPECT_GT(r, 2.0);
    });
  }
}

TYPED_TEST(SeedParticlesTest, the_first_of_two_overlapping_liquids_wins) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.liquids = {liquid(box(vec(1, 1, 1), vec(5, 5, 5)), vec(1, 0, 0)),
                   liquid(box(vec(3, 1, 1), vec(8, 5, 5)), vec(2, 0, 0))};
  auto state = make_state<D>(scene);
  EXPECT_EQ(state->particles.count(), static_cast<std::size_t>(power(2, D) * 7 * 4 * (D == 3 ? 4 : 1)));
  for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
    EXPECT_EQ(testing::velocity_of(*state, p)[0], x[0] < 5.0 ? 1.0 : 2.0);
  });
}

TYPED_TEST(SeedParticlesTest, liquid_that_lies_in_solids_or_outside_is_refused) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.liquids = {liquid(box(vec(3, 3, 3), vec(5, 5, 5)))};
  scene.solids = {testing::solid(box(vec(2, 2, 2), vec(6, 6, 6)))};
  EXPECT_FALSE(make_liquid_state<D>(scene));
  scene.solids.clear();
  scene.liquids[0].shape = box(vec(30, 30, 30), vec(50, 50, 50));
  EXPECT_FALSE(make_liquid_state<D>(scene));
}

TYPED_TEST(SeedParticlesTest, a_liquid_inside_a_solid_is_refused_whoever_else_there_is) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.liquids = {liquid(box(vec(0, 0, 0), vec(2, 2, 2))), liquid(box(vec(5, 5, 5), vec(7, 7, 7)))};
  scene.liquids[1].place = {"scene.toml", 12, 1};
  scene.solids = {testing::solid(box(vec(4, 4, 4), vec(8, 8, 8)))};
  const auto refused = make_liquid_state<D>(scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), "scene.toml:12:1: error: all of this liquid lies inside of a solid");
  EXPECT_FALSE(count_seeds<D>(scene)) << "said before anything is made";
  scene.solids[0].shape = box(vec(4, 4, 4), vec(6.4, 8, 8));  // most of it
  EXPECT_TRUE(make_liquid_state<D>(scene));
  scene.solids.clear();
  scene.liquids[1].shape = scene.liquids[0].shape;  // taken, but by liquid
  EXPECT_TRUE(make_liquid_state<D>(scene));
}

TYPED_TEST(SeedParticlesTest, seeds_differ_in_the_jitter_and_repeat_themselves) {
  constexpr int D = kD<TypeParam>;
  auto first_x = [](std::int64_t seed) {
    Scene scene = empty_box(D, vec(6, 6, 6));
    scene.particles.packing = Packing::kJittered;
    scene.particles.seed = seed;
    scene.liquids = {liquid(box(vec(1, 1, 1), vec(5, 5, 5)))};
    return make_state<D>(scene)->particles.position[0][0];
  };
  EXPECT_EQ(first_x(1), first_x(1));
  EXPECT_NE(first_x(1), first_x(2));
}

TYPED_TEST(SeedParticlesTest, rest_density_is_that_of_the_packing_and_emission_leaves_it_alone) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 10, 6);
  scene.drift.density_term = true;
  SourceSettings source;
  source.shape = box(vec(4, 8, 4), vec(6, 9, 6));
  source.velocity = vec(0, -2, 0);
  scene.sources = {source};
  auto solver = testing::make_solver<D>(scene);
  const double rest = solver->state().rest_density;
  EXPECT_NEAR(rest, power(2, D), 1e-4 * power(2, D));
  testing::advance(*solver, 20);
  EXPECT_GT(solver->state().ledger.emitted, 0);
  EXPECT_EQ(solver->state().rest_density, rest);
}

// A pool 7.75 cells deep is no pool of 8.
TYPED_TEST(SeedParticlesTest, filling_by_volume_hits_what_the_shape_holds) {
  constexpr int D = kD<TypeParam>;
  const double width = D == 2 ? 1.0 : 9.0;
  for (const double depth : {7.0, 7.25, 7.5, 7.75, 7.9})
    for (const Packing packing : {Packing::kRegular, Packing::kJittered}) {
      Scene scene = empty_box(D, vec(12, 12, 9), 0.5);
      scene.particles.packing = packing;
      scene.liquids = {liquid(box({}, vec(12, depth, 9) * 0.5))};
      EXPECT_NEAR(**cells_asked_for<D>(scene), 12 * depth * width, 1e-9 * depth);
      scene.particles.filling = Filling::kVolume;
      const auto count = static_cast<double>(make_state<D>(scene)->particles.count());
      const double per_cell = D == 2 ? 4.0 : 8.0, particle = 1.0 / per_cell;
      EXPECT_NEAR(count / per_cell, 12 * depth * width, 0.51 * particle * 12 * width) << depth;
      if (depth != 7.9) {
        EXPECT_EQ(count, per_cell * 12 * depth * width);
      }
      expect_count_is_made<D>(scene);
    }
}

TYPED_TEST(SeedParticlesTest, filling_by_volume_changes_nothing_on_the_grid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  scene.solids = {testing::solid(box(vec(4, 0, 4), vec(6, 3, 6)))};
  scene.liquids = {liquid(box({}, vec(7, 5, 12))), liquid(box(vec(6, 0, 0), vec(12, 4, 12)))};
  const auto lattice = make_state<D>(scene);
  scene.particles.filling = Filling::kVolume;
  const auto volume = make_state<D>(scene);
  ASSERT_EQ(lattice->particles.count(), volume->particles.count());
  for (int a = 0; a < D; ++a) EXPECT_TRUE(lattice->particles.position[a] == volume->particles.position[a]);
}

// Where two liquids share cells, no two particles share a place.
TYPED_TEST(SeedParticlesTest, filling_by_volume_gives_every_place_once) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(8, 8, 8));
  scene.particles.filling = Filling::kVolume;
  scene.liquids = {liquid(box({}, vec(8, 3.65, 8))), liquid(box(vec(0, 3.65, 0), vec(8, 6, 8)))};
  const auto state = make_state<D>(scene);
  EXPECT_EQ(state->particles.count(), static_cast<std::size_t>(D == 2 ? 4 * 8 * 6 : 8 * 64 * 6));
  std::set<std::vector<double>> places;
  for_each_particle<D>(*state, [&](std::uint32_t, const VecD<D>& x) { places.insert({x.at.begin(), x.at.end()}); });
  EXPECT_EQ(places.size(), state->particles.count());
}

}  // namespace
}  // namespace spindrift
