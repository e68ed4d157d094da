// Smoke does what it must: it stays where nothing moves it, rises where it is hot, and none of it is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Smoke);

// A closed unit box with a warm ball of smoke in it.
template <int D>
Scene warm_ball(int cells) {
  Scene scene = testing::empty_box(D, vec(cells, cells, cells), 1.0 / cells);
  scene.time.fps = 25.0;
  scene.time.substeps = 0;
  SmokeSettings smoke;
  smoke.shape = sphere(vec(0.4, 0.3, 0.45), 0.2);
  smoke.temperature = 340.0;
  scene.smokes = {smoke};
  return scene;
}

TYPED_TEST(Smoke, at_ambient_temperature_and_without_weight_nothing_moves) {
  constexpr int D = kD<TypeParam>;
  Scene scene = warm_ball<D>(16);
  scene.smokes[0].temperature.reset();
  scene.gas.weight = 0.0;
  auto simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure(), end = testing::advance(simulation, 10);
  EXPECT_EQ(end.max_speed, 0.0);
  EXPECT_EQ(end.smoke->smoke, start.smoke->smoke);
}

TYPED_TEST(Smoke, dense_smoke_at_ambient_temperature_sinks) {
  constexpr int D = kD<TypeParam>;
  for (const double density : {0.5, 1.0}) {
    Scene scene = warm_ball<D>(16);
    scene.smokes[0].shape = sphere(vec(0.5, 0.5, 0.5), 0.2);
    scene.smokes[0].density = density;
    scene.smokes[0].temperature.reset();
    scene.gas.weight = 2.0;
    auto simulation = testing::simulate(scene);
    const double before = simulation.measure()->center_of_mass[1];
    EXPECT_LT(testing::advance(simulation, 10).center_of_mass[1], before);
  }
}

TYPED_TEST(Smoke, hot_smoke_rises_and_cold_smoke_sinks_against_and_along_gravity) {
  constexpr int D = kD<TypeParam>;
  for (const double gravity : {-9.81, 9.81})
    for (const double temperature : {340.0, 260.0}) {
      Scene scene = warm_ball<D>(16);
      scene.forces.gravity = vec(0.0, gravity, 0.0);
      scene.smokes[0].shape = sphere(vec(0.5, 0.5, 0.5), 0.2);
      scene.smokes[0].temperature = temperature;
      scene.gas.weight = 0.0;
      auto simulation = testing::simulate(scene);
      const double before = simulation.measure()->center_of_mass[1];
      const double up = testing::advance(simulation, 10).center_of_mass[1] - before;
      EXPECT_GT(up * (temperature - 300.0) * -gravity, 0.0) << gravity << " " << temperature;
    }
}

TYPED_TEST(Smoke, a_mirrored_source_gives_a_mirrored_plume) {
  constexpr int D = kD<TypeParam>;
  constexpr int kCells = 24;
  Scene scene = warm_ball<D>(kCells), mirrored = scene;
  mirrored.smokes[0].shape.center[0] = 1.0 - scene.smokes[0].shape.center[0];
  scene.solver.tolerance = mirrored.solver.tolerance = 1e-6;
  auto one = testing::simulate(scene), other = testing::simulate(mirrored);
  testing::advance(one, 20);
  testing::advance(other, 20);
  const CellFrame a = *one.cells(), b = *other.cells();
  double largest = 0.0;
  for (std::size_t row = 0; row < a.density.size(); row += kCells)
    for (std::size_t x = 0; x < kCells; ++x)
      largest = std::max(largest, static_cast<double>(std::abs(a.density[row + x] - b.density[row + kCells - 1 - x])));
  EXPECT_LT(largest, 2e-3);
}

TYPED_TEST(Smoke, the_total_is_held_in_a_closed_box_over_ten_seconds) {
  constexpr int D = kD<TypeParam>;
  auto simulation = testing::simulate(warm_ball<D>(D == 2 ? 48 : 20));
  const FrameReport start = *simulation.measure();
  for (int frame = 0; frame < 250; ++frame) {
    const FrameReport now = testing::advance(simulation, 1);
    ASSERT_NEAR(now.smoke->smoke, start.smoke->smoke, 1e-3 * start.smoke->smoke) << frame;
    ASSERT_NEAR(now.smoke->heat, start.smoke->heat, 1e-3 * start.smoke->heat) << frame;
  }
}

// Thin threads of clear air in thick smoke, which no correction of the advection is left to close; and a wall inside a
// cell.
TYPED_TEST(Smoke, the_total_is_held_in_a_box_that_is_nearly_full_and_beside_a_thin_wall) {
  constexpr int D = kD<TypeParam>;
  for (const bool has_wall : {false, true}) {
    Scene scene = warm_ball<D>(D == 2 ? 32 : 20);
    scene.smokes[0].shape = box(vec(0, 0, 0), has_wall ? vec(0.499, 0.4, 1) : vec(1, 0.97, 1));
    scene.smokes[0].temperature = has_wall ? 340.0 : 600.0;
    if (has_wall) scene.solids = {testing::solid(box(vec(0.51, -1, -1), vec(0.513, 2, 2)))};
    auto simulation = testing::simulate(scene);
    const FrameReport start = *simulation.measure();
    for (int frame = 0; frame < (D == 2 ? 250 : 100); ++frame) {
      const FrameReport now = testing::advance(simulation, 1);
      ASSERT_NEAR(now.smoke->smoke, start.smoke->smoke, 1e-5 * start.smoke->smoke) << frame << " " << has_wall;
      ASSERT_NEAR(now.smoke->heat, start.smoke->heat, 1e-5 * start.smoke->heat) << frame << " " << has_wall;
      ASSERT_LE(now.smoke->max_density, 1.000001) << frame;
    }
  }
}

TYPED_TEST(Smoke, the_books_are_right_where_fire_leaves_by_open_sides) {
  constexpr int D = kD<TypeParam>;
  Scene scene = warm_ball<D>(24);
  scene.smokes.clear();
  scene.domain.open = {Side::kTop, Side::kLeft, Side::kRight};
  scene.fire.expansion = 2.0;
  scene.fire.burn_rate = 8.0;
  SmokeSourceSettings embers;
  embers.shape = sphere(vec(0.5, 0.15, 0.5), 0.12);
  embers.density = 0.0;
  embers.temperature = 900.0;
  embers.fuel = 0.8;
  scene.smoke_sources = {embers};
  auto simulation = testing::simulate(scene);
  for (int frame = 0; frame < 50; ++frame)
    ASSERT_LT(std::abs(testing::advance(simulation, 1).smoke->drift), 1e-3) << frame;
  EXPECT_GT(simulation.measure()->smoke->smoke, 0.0);
}

// The hottest gas of a ball of hot fuel that burns without flow, and how far from the ball's middle it is.
template <int D>
std::pair<double, double> hottest_place(double air) {
  constexpr int kCells = D == 2 ? 48 : 24;
  Scene scene = warm_ball<D>(kCells);
  const Vec3d middle = vec(0.5, 0.5, D == 3 ? 0.5 : 0.0);
  scene.smokes[0].shape = sphere(middle, 0.25);
  scene.smokes[0].density = 0.0;
  scene.smokes[0].temperature = 700.0;
  scene.smokes[0].fuel = 1.0;
  scene.gas.lift = scene.gas.weight = 0.0;
  scene.gas.diffusion = 2e-3;
  scene.fire.burn_rate = 8.0;
  scene.fire.heat = 8000.0;
  scene.fire.expansion = 0.0;
  scene.fire.air = air;
  auto simulation = testing::simulate(scene);
  testing::advance(simulation, 5);
  const CellFrame cells = *simulation.cells();
  double hottest = 0.0, away = 0.0;
  for (std::size_t c = 0; c < cells.temperature.size(); ++c) {
    const double kelvin = static_cast<double>(cells.temperature[c]);
    if (kelvin <= hottest) continue;
    const int cell = static_cast<int>(c), z = cell / kCells / kCells;
    const Vec3d x = vec(cell % kCells + 0.5, cell / kCells % kCells + 0.5, D == 3 ? z + 0.5 : 0.0) * (1.0 / kCells);
    hottest = kelvin;
    away = length(x - middle);
  }
  return {hottest, away};
}

TYPED_TEST(Smoke, fuel_that_needs_air_burns_from_its_edge_and_other_fuel_from_its_heart) {
  constexpr int D = kD<TypeParam>;
  const auto [with_air, at_edge] = hottest_place<D>(3.0);
  const auto [by_itself, at_heart] = hottest_place<D>(0.0);
  EXPECT_GT(at_edge, 0.15);
  EXPECT_GT(with_air, 1000.0) << "it does burn";
  EXPECT_LT(at_heart, 0.15);
  EXPECT_GT(by_itself, with_air) << "a flame that has to heat air is cooler";
}

TYPED_TEST(Smoke, wind_against_closed_sides_moves_nothing_in_tiles_near_smoke) {
  constexpr int D = kD<TypeParam>;
  auto fastest = [&](double wind) {
    Scene scene = warm_ball<D>(32);
    scene.smokes.clear();
    scene.domain.open = {Side::kTop};
    scene.gas.wind = vec(wind, 0.0);
    SmokeSourceSettings source;
    source.shape = sphere(vec(0.5, 0.2, 0.5), 0.1);
    source.temperature = 400.0;
    scene.smoke_sources = {source};
    auto simulation = testing::simulate(scene);
    return testing::advance(simulation, 4).max_speed;
  };
  EXPECT_LT(fastest(2.0), 1.05 * std::max(2.0, fastest(0.0)));  // outside of the open side the wind blows
}

TYPED_TEST(Smoke, the_long_road_of_advection_agrees_with_the_short_one) {
  constexpr int D = kD<TypeParam>;
  auto after = [&](double cfl) {
    Scene scene = warm_ball<D>(D == 2 ? 24 : 16);
    scene.time.substeps = 2;
    scene.time.cfl = cfl;
    // Euler and RK4 take the long road; RK2 the short one.
    scene.solver.integrator = cfl > 1.0 ? Integrator::kRk4 : Integrator::kRk2;
    auto simulation = testing::simulate(scene);
    testing::advance(simulation, 6);
    return simulation.cells()->density;
  };
  const auto fast = after(1.0), plain = after(2.0);
  double difference = 0.0, total = 0.0;
  for (std::size_t i = 0; i < fast.size(); ++i) {
    difference += static_cast<double>(std::abs(fast[i] - plain[i]));
    total += static_cast<double>(fast[i]);
  }
  EXPECT_LT(difference, 0.003 * total);
}

// Beyond an open side the air is at rest, or the wind blows: what flows in brings that velocity, not the one at the
// side. Otherwise nothing would hold back a draught, and chance would blow every plume away in the end.
TYPED_TEST(Smoke, a_draught_through_open_sides_dies_away_and_a_wind_does_not) {
  constexpr int D = kD<TypeParam>;
  for (const double wind : {0.0, 1.0}) {
    Scene scene = testing::empty_box(D, vec(24, 24, 24), 1.0 / 24);
    scene.time.fps = 25.0;
    scene.time.substeps = 0;
    scene.domain.open = {Side::kLeft, Side::kRight};
    scene.gas.tiles = SmokeTiles::kAll;
    scene.gas.wind = vec(wind, 0.0);
    SmokeSettings everywhere;
    everywhere.shape = box(vec(-1, -1, -1), vec(2, 2, 2));
    everywhere.density = 0.0;
    everywhere.velocity = vec(1.0 - wind, 0.0);  // comes on top of the wind
    scene.smokes = {everywhere};
    auto simulation = testing::simulate(scene);
    const double before = simulation.measure()->kinetic_energy;
    const double after = testing::advance(simulation, 75).kinetic_energy;  // three times the way through
    if (wind == 0.0)                                                       // u' = -u^2 / L would leave a sixteenth
      EXPECT_LT(after, 0.2 * before);
    else
      EXPECT_NEAR(after, before, 0.01 * before);
  }
}

TYPED_TEST(Smoke, an_open_sky_costs_nothing) {
  constexpr int D = kD<TypeParam>;
  const int cells = D == 2 ? 128 : 64;
  auto plume = [&](int times) {
    Scene scene = testing::empty_box(D, vec(times * cells, times * cells, times * cells), 1.0 / cells);
    scene.time.fps = 50.0;
    scene.time.substeps = 0;
    scene.domain.open = {Side::kTop, Side::kLeft, Side::kRight};
    SmokeSourceSettings source;
    source.shape = sphere(vec(0.5, 0.5, 0.5), 0.04);
    source.temperature = 400.0;
    scene.smoke_sources = {source};
    auto simulation = testing::simulate(scene);
    return testing::advance(simulation, 4);
  };
  const FrameReport small = plume(1), large = plume(2);
  EXPECT_LT(small.fluid_cells, D == 2 ? 128 * 128 / 2 : 64 * 64 * 64 / 2);
  EXPECT_EQ(large.fluid_cells, small.fluid_cells);
  EXPECT_EQ(large.state_hash, small.state_hash);
}

TYPED_TEST(Smoke, a_solid_that_sweeps_through_takes_no_smoke_with_it) {
  constexpr int D = kD<TypeParam>;
  Scene scene = warm_ball<D>(24);
  scene.smokes[0].temperature.reset();
  scene.solids = {testing::solid(sphere(vec(0.1, 0.3, 0.45), 0.08), vec(0.4, 0, 0))};
  auto simulation = testing::simulate(scene);
  const double start = simulation.measure()->smoke->smoke;
  // What a solid covers is owed to the gas and given back where the correction of advection leaves room for it: soon.
  for (int frame = 0; frame < 59; ++frame)
    ASSERT_NEAR(testing::advance(simulation, 1).smoke->smoke, start, 0.03 * start) << frame;
  EXPECT_NEAR(testing::advance(simulation, 1).smoke->smoke, start, 1e-3 * start);
}

}  // namespace
}  // namespace spindrift
