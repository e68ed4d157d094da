// Sources and drains. Sources have a cap.
#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(EmitParticlesTest);

template <int D>
Scene tank_with_source(double rate, const Vec3d& velocity) {
  Scene scene = empty_box(D, vec(20, 20, 20));
  SourceSettings source;
  source.shape = box(vec(8, 14, 8), vec(12, 16, 12));
  source.velocity = velocity;
  source.rate = rate;
  scene.sources = {source};
  return scene;
}

TYPED_TEST(EmitParticlesTest, a_rate_is_met_to_the_particle) {
  constexpr int D = kD<TypeParam>;
  const double rate = 7.3;  // cells per second
  auto state = make_state<D>(tank_with_source<D>(rate, vec(0, -3, 0)));
  testing::set_step(*state, 0.013);
  for (int i = 1; i <= 100; ++i) {
    emit_particles(*state);
    ++state->step;
    state->time += state->dt;
    EXPECT_NEAR(static_cast<double>(state->ledger.emitted), rate * i * 0.013 * power(2, D), 1.0);
  }
  EXPECT_EQ(static_cast<std::int64_t>(state->particles.count()), state->ledger.emitted);
}

TYPED_TEST(EmitParticlesTest, what_is_emitted_has_its_sources_colour_and_the_rest_the_fluids) {
  constexpr int D = kD<TypeParam>;
  for (const double rate : {0.0, 50.0}) {
    Scene scene = tank_with_source<D>(rate, vec(0, -3, 0));
    scene.sources[0].color = Color{1.0, 0.5, 0.0};
    scene.fluid.color = Color{0.0, 0.25, 0.5};
    LiquidSettings pool;
    pool.shape = box(vec(0, 0, 0), vec(20, 2, 20));
    scene.liquids = {pool};
    auto state = make_state<D>(scene);
    const std::size_t seeded = state->particles.count();
    testing::set_step(*state, 0.1);
    emit_particles(*state);
    ASSERT_GT(state->particles.count(), seeded);
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      const bool is_new = x[1] > 5.0;
      ASSERT_EQ(state->particles.color[0][p], is_new ? 1.0f : 0.0f);
      ASSERT_EQ(state->particles.color[1][p], is_new ? 0.5f : 0.25f);
      ASSERT_EQ(state->particles.color[2][p], is_new ? 0.0f : 0.5f);
    });
  }
}

TYPED_TEST(EmitParticlesTest, what_is_emitted_lies_in_the_shape_and_has_its_velocity) {
  constexpr int D = kD<TypeParam>;
  const Vec3d low = vec(8, 14, 8), high = vec(12, 16, 12), velocity = vec(1, -3, 2);
  for (const double rate : {0.0, 50.0}) {
    auto state = make_state<D>(tank_with_source<D>(rate, velocity));
    testing::set_step(*state, 0.1);
    emit_particles(*state);
    EXPECT_GT(state->particles.count(), 10u);
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      const VecD<D> v = testing::velocity_of(*state, p);
      for (int a = 0; a < D; ++a) {
        EXPECT_TRUE(x[a] >= low[a] - 1e-5 && x[a] <= high[a] + 1e-5);
        EXPECT_EQ(v[a], velocity[a]);
      }
    });
  }
}

TYPED_TEST(EmitParticlesTest, a_source_without_a_rate_fills_its_shape_and_no_more) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(tank_with_source<D>(0.0, vec(0, -3, 0)));
  const auto full = static_cast<std::size_t>(power(2, D) * 4 * 2 * (D == 3 ? 4 : 1));
  for (int i = 0; i < 5; ++i) {
    emit_particles(*state);
    ++state->step;
    EXPECT_EQ(state->particles.count(), full);
  }
}

TYPED_TEST(EmitParticlesTest, a_source_works_within_its_time_span_only) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank_with_source<D>(0.0, {});
  scene.sources[0].start = 1.0;
  scene.sources[0].end = 2.0;
  for (const double time : {0.0, 0.99, 1.0, 1.99, 2.0}) {
    auto state = make_state<D>(scene);
    state->time = time;
    emit_particles(*state);
    EXPECT_EQ(state->particles.count() > 0, time >= 1.0 && time < 2.0) << time;
  }
}

TYPED_TEST(EmitParticlesTest, nothing_is_emitted_into_a_solid_or_outside) {
  constexpr int D = kD<TypeParam>;
  for (const double rate : {0.0, 200.0}) {
    Scene scene = tank_with_source<D>(rate, {});
    scene.sources[0].shape = box(vec(-5, 14, 8), vec(12, 30, 12));
    scene.solids = {testing::solid(box(vec(3, 0, 0), vec(9, 20, 20)))};
    auto state = make_state<D>(scene);
    testing::set_step(*state, 0.1);
    emit_particles(*state);
    EXPECT_GT(state->particles.count(), 0u);
    for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) {
      for (int a = 0; a < D; ++a) EXPECT_TRUE(x[a] > 0.0 && x[a] < 20.0) << x[a];
      EXPECT_TRUE(x[0] < 3.0 || x[0] > 9.0) << x[0];
    });
  }
}

// A closed box, or a pool in it that is `depth` cells deep, with a source near the bottom.
template <int D>
Scene vessel_with_source(double rate, int depth) {
  Scene scene = testing::still_pool(D, 8, depth, 0.1);
  if (depth == 0) scene.liquids.clear();
  scene.time.fps = 60.0;
  scene.sources.resize(1);
  scene.sources[0].shape = box(vec(0.2, 0.1, 0.2), vec(0.6, 0.3, 0.6));
  scene.sources[0].rate = rate;
  return scene;
}

TYPED_TEST(EmitParticlesTest, a_source_stops_when_its_vessel_is_full) {
  constexpr int D = kD<TypeParam>;
  const double volume = std::pow(0.8, D), rate = volume;  // full after a second
  for (const int obstacles : {0, 1}) {
    Scene scene = vessel_with_source<D>(rate, 0);
    if (obstacles)
      scene.solids = {testing::solid(box(vec(0.0, 0.6, 0.0), vec(0.8, 0.8, 0.8)))};  // a lid, two cells thick
    const double room = volume * (obstacles ? 0.75 : 1.0), full = room / std::pow(0.1, D) * power(2, D);
    auto one = testing::simulate(scene, 1), three = testing::simulate(scene, 3);
    for (int frame = 1; frame <= 120; ++frame) {
      const auto report = testing::advance(one, 1);
      ASSERT_EQ(report.state_hash, testing::advance(three, 1).state_hash);
      ASSERT_LE(static_cast<double>(report.particles), full + 0.5);
      const double emitted = static_cast<double>(report.particles) * std::pow(0.1, D) / power(2, D);
      if (report.unmet_inflow > 0.0) {  // what was not emitted is told
        EXPECT_NEAR(report.unmet_inflow, rate * frame / 60.0 - emitted, 1e-9);
      }
    }
    const auto report = *one.measure();
    EXPECT_NEAR(static_cast<double>(report.particles), full, 0.02 * full);
    EXPECT_NEAR(report.unmet_inflow, 2.0 * rate - room, 0.02 * room);
    EXPECT_NEAR(report.volume_drift, 0.0, 0.02);
  }
}

TYPED_TEST(EmitParticlesTest, a_rate_that_the_shape_cannot_meet_is_told) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(tank_with_source<D>(1e9, {}));
  testing::set_step(*state, 0.01);
  const double full = power(2, D) * 4 * 2 * (D == 3 ? 4 : 1);
  for (int i = 1; i <= 3; ++i) {  // nobody moves away
    emit_particles(*state);
    ++state->step;
    state->time += state->dt;
    EXPECT_LE(static_cast<double>(state->particles.count()), 1.3 * full);
    EXPECT_NEAR(state->refused[0] + state->owed[0] + static_cast<double>(state->ledger.emitted), 1e7 * i * power(2, D),
                1.0);
  }
  EXPECT_GT(static_cast<double>(state->particles.count()), 0.99 * full);
}

TYPED_TEST(EmitParticlesTest, a_source_under_water_lifts_the_surface_at_its_rate) {
  constexpr int D = kD<TypeParam>;
  const double volume = std::pow(0.8, D), rate = 0.2 * volume;
  auto simulation = testing::simulate(vessel_with_source<D>(rate, 4));
  const double before = simulation.measure()->volume;
  const auto report = testing::advance(simulation, 120);
  EXPECT_EQ(report.unmet_inflow, 0.0);
  EXPECT_NEAR(static_cast<double>(report.particles) * std::pow(0.1, D) / power(2, D), before + 2.0 * rate,
              0.01 * before);
  EXPECT_NEAR(report.volume, before + 2.0 * rate, 0.03 * before);
}

}  // namespace
}  // namespace spindrift
