// Diagnostics of a state.
#include "liquid/liquid_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::add_particle;
using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::plane;
using testing::vec;

IN_2D_AND_3D(MeasureTest);

template <int D>
FrameReport measured(const LiquidState<D>& state) {
  FrameReport report;
  measure(state, report);
  return report;
}

TYPED_TEST(MeasureTest, sums_are_those_of_the_particles) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10), 0.5);
  scene.forces.gravity = vec(0.0, -2.0);
  scene.fluid.density = 800.0;
  auto state = make_state<D>(scene);
  add_particle<D>(*state, VecD<D>::from(vec(1, 2, 3)), VecD<D>::from(vec(1, 0, 0)));
  add_particle<D>(*state, VecD<D>::from(vec(4, 1, 2)), VecD<D>::from(vec(0, 2, 0)));
  sort_particles(*state);
  const FrameReport report = measured(*state);
  const double mass = 800.0 * std::pow(0.5, D) / power(2, D);
  EXPECT_EQ(report.particles, 2);
  EXPECT_NEAR(report.kinetic_energy, 0.5 * mass * 5.0, 1e-9);
  EXPECT_NEAR(report.potential_energy, mass * 2.0 * 3.0, 1e-5);
  EXPECT_NEAR(report.linear_momentum[0], mass, 1e-9);
  EXPECT_NEAR(report.linear_momentum[1], 2.0 * mass, 1e-9);
  EXPECT_NEAR(report.angular_momentum[2], mass * (-2.0 + 8.0), 1e-4);
  EXPECT_NEAR(report.center_of_mass[0], 2.5, 1e-6);
  EXPECT_NEAR(report.center_of_mass[1], 1.5, 1e-6);
  EXPECT_NEAR(report.max_speed, 2.0, 1e-9);
  EXPECT_NEAR(report.front_x, 4.0, 1e-6);
}

TYPED_TEST(MeasureTest, a_block_of_water_has_its_volume_and_no_drift) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(testing::still_pool(D, 10, 6, 0.25));
  const FrameReport report = measured(*state);
  EXPECT_NEAR(report.volume, D == 2 ? 2.5 * 1.5 : 2.5 * 2.5 * 1.5, 1e-9);
  EXPECT_NEAR(report.volume_drift, 0.0, 1e-12);
  EXPECT_EQ(report.fluid_cells, D == 2 ? 60 : 600);
}

// However the cells of the start measure, from then on the drift is what has changed.
TYPED_TEST(MeasureTest, the_drift_of_volume_begins_at_zero) {
  constexpr int D = kD<TypeParam>;
  for (const Packing packing : {Packing::kRegular, Packing::kJittered, Packing::kHexagonal})
    for (const ShapeSettings& shape :
         {testing::sphere(vec(5, 5, 5), 3.3), testing::box({}, vec(10, 0.5, 10)),
          testing::difference(testing::box({}, vec(9.3, 5.7, 7.1)), testing::sphere({}, 4.4))}) {
      Scene scene = empty_box(D, vec(10, 10, 10));
      scene.particles.packing = packing;
      scene.particles.per_cell = 5;
      scene.liquids = {testing::liquid(shape)};
      const auto solver = testing::make_solver<D>(scene);
      EXPECT_GT(solver->measure_now().volume, 0.0);
      EXPECT_EQ(solver->measure_now().volume_drift, 0.0);
    }
}

TYPED_TEST(MeasureTest, the_drift_of_volume_allows_for_what_came_and_went) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(testing::still_pool(D, 10, 6));
  const double particle = 1.0 / power(2, D), volume = measured(*state).volume;
  const auto seeded = static_cast<double>(state->ledger.seeded);
  state->ledger.seeded_volume = 0.9 * volume;  // as if the start had measured that
  EXPECT_NEAR(measured(*state).volume_drift, 1.0 / 0.9 - 1.0, 1e-12);
  state->ledger.emitted = 40;
  EXPECT_NEAR(measured(*state).volume_drift, volume / (0.9 * volume + 40.0 * particle) - 1.0, 1e-12);
  state->ledger.drained = 60;
  state->ledger.left = 10;
  EXPECT_NEAR(measured(*state).volume_drift, volume / (0.9 * volume * (seeded - 30.0) / seeded) - 1.0, 1e-12);
  state->ledger.drained = state->ledger.seeded + 30;  // nothing should be left
  EXPECT_EQ(measured(*state).volume_drift, 0.0);
}

// The cells are those of before the last move.
TYPED_TEST(MeasureTest, what_left_in_the_last_move_takes_its_volume_along) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(testing::still_pool(D, 10, 6));
  const double volume = measured(*state).volume;
  const auto seeded = static_cast<std::size_t>(state->ledger.seeded);
  for (std::size_t p = 0; p < seeded; p += 4) {
    state->particles.position[0][p] = kRemoved;
    ++state->ledger.left;
  }
  EXPECT_NEAR(measured(*state).volume, 0.75 * volume, 1e-9 * volume);
  EXPECT_NEAR(measured(*state).volume_drift, 0.0, 1e-9);
}

TYPED_TEST(MeasureTest, particles_in_solids_count_as_escaped_and_those_that_left_do_not_count) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.solids = {testing::solid(testing::sphere(vec(5, 5, 5), 2.0))};
  auto state = make_state<D>(scene);
  add_particle<D>(*state, VecD<D>::filled(1.0));
  add_particle<D>(*state, VecD<D>::filled(5.0));
  add_particle<D>(*state, VecD<D>::filled(9.0));
  sort_particles(*state);
  EXPECT_EQ(measured(*state).escaped_particles, 1);
  state->particles.position[0][2] = kRemoved;
  const FrameReport report = measured(*state);
  EXPECT_EQ(report.particles, 2);
  EXPECT_EQ(report.escaped_particles, 1);
  EXPECT_LT(report.front_x, 10.0);
}

TYPED_TEST(MeasureTest, the_hash_sees_every_bit_of_place_and_velocity) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(testing::still_pool(D, 8, 4));
  const std::uint64_t before = measured(*state).state_hash;
  EXPECT_EQ(measured(*state).state_hash, before);
  float& x = state->particles.position[1][7];
  const float saved = x;
  x = std::nextafter(x, 100.0f);
  EXPECT_NE(measured(*state).state_hash, before);
  x = saved;
  state->particles.velocity[0][3] = 1e-30f;
  EXPECT_NE(measured(*state).state_hash, before);
}

IN_2D_AND_3D(WetVolume);

// Still water that ends on a solid plane, at the surface. What it wets is a triangle, or the rest of a rectangle.
TYPED_TEST(WetVolume, is_that_of_the_wedge_on_slopes_and_under_them) {
  constexpr int D = kD<TypeParam>;
  constexpr double kWidth = 24.0, kEdge = 16.4, kThickness = D == 2 ? 1.0 : 4.0;
  for (const double degrees : {8.0, 16.0, 30.0, 60.0, 90.0, 120.0, 150.0, 164.0})
    for (const double level : {8.0, 8.25, 8.5, 8.75}) {
      const double angle = degrees * 3.14159265358979 / 180.0;
      Scene scene = empty_box(D, vec(kWidth, 16, 4));
      scene.forces.gravity = vec(0.0, -9.81);
      scene.particles.per_cell = D == 2 ? 16 : 64;
      scene.liquids = {liquid(box({}, vec(kWidth, level, 4)))};
      scene.solids = {testing::solid(plane(vec(kEdge, level), vec(-std::sin(angle), std::cos(angle))))};
      auto state = testing::make_state<D>(scene);
      double area = 0.0;  // by thin columns
      constexpr int kColumns = 10000;
      for (int i = 0; i < kColumns; ++i) {
        const double x = (i + 0.5) * kWidth / kColumns, slope = level + (x - kEdge) * std::tan(angle);
        const bool is_outside = degrees == 90.0 ? x < kEdge : true;
        const double below = degrees < 90.0 ? std::max(slope, 0.0) : 0.0;
        const double above = degrees > 90.0 ? std::min(level, slope) : level;
        if (is_outside) area += std::max(above - below, 0.0) * kWidth / kColumns;
      }
      EXPECT_NEAR(wet_volume(*state) / kThickness, area, 0.26) << degrees << " degrees, level " << level;
    }
}

}  // namespace
}  // namespace spindrift
