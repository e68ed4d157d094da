// Liquid in a domain that repeats itself: what leaves by a side comes in at the other, and no place is special.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "grid/tile.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(LiquidPeriodic);

template <int D>
constexpr int kTileSide = Tile<D>::kSide;

// A tank of `tiles` tiles along x, periodic there (and in 3D along z, two tiles), closed above and below; cells of 1 m.
template <int D>
Scene periodic_tank(int tiles, int height = 24) {
  Scene scene = testing::empty_box(D, vec(tiles * kTileSide<D>, height, 2 * kTileSide<D>));
  scene.domain.periodic = {Axis::kX};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  scene.particles.columns = {spindrift::Column::kId};
  scene.forces.gravity = vec(0.0, -9.81);
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  scene.solver.tolerance = 1e-8;
  return scene;
}

// Positions in cells from `origin` along x, once around, by the particles' numbers.
std::vector<Vec3d> places_by_id(const Simulation& simulation, double origin) {
  const ParticleFrame frame = *simulation.particles();
  const double length = simulation.scene().domain.size[0];
  std::vector<Vec3d> places(frame.count());
  for (std::size_t i = 0; i < frame.count(); ++i) {
    Vec3d& x = places.at(frame.columns.integers("id")[i]);
    for (std::size_t a = 0; a < 3; ++a) x.at[a] = static_cast<double>(frame.position[3 * i + a]);
    EXPECT_GE(x[0], 0.0);
    EXPECT_LT(x[0], length);
    x[0] = std::fmod(x[0] - origin + 2.0 * length, length);
  }
  return places;
}

// The mean distance between particles of the same number.
double mean_difference(const std::vector<Vec3d>& one, const std::vector<Vec3d>& other, double length_along_x) {
  EXPECT_EQ(one.size(), other.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    Vec3d way = one[i] - other[i];
    way[0] -= length_along_x * std::round(way[0] / length_along_x);
    sum += length(way);
  }
  return sum / static_cast<double>(one.size());
}

// A block that falls into a pool beside a ball, the same wherever along x it begins.
template <int D>
Scene splash(int tiles, double shift) {
  Scene scene = periodic_tank<D>(tiles);
  const double middle = 2.0 * kTileSide<D> + shift, z = kTileSide<D>;
  scene.liquids = {liquid(sphere(vec(middle, 15.0, z), 5.0), vec(3.0, -2.0)),
                   liquid(box(vec(-1.0, 0.0, -1.0), vec(tiles * kTileSide<D> + 1.0, 4.3, 100.0)))};
  scene.solids = {testing::solid(sphere(vec(middle + 7.0, 4.0, z), 2.5))};
  return scene;
}

template <int D>
double difference_after_shift(const std::function<void(Scene&)>& change, int frames) {
  std::vector<Vec3d> places[2];
  constexpr int kTiles = 4;
  for (const int i : {0, 1}) {
    const double shift = i * 2.0 * kTileSide<D>;  // the ball begins in the middle, or passes the side
    Scene scene = splash<D>(kTiles, shift);
    scene.liquids.pop_back();  // a pool is seeded from one end to the other: other numbers
    scene.liquids[0].shape.center[1] = 7.0;
    change(scene);
    Simulation simulation = testing::simulate(scene);
    testing::advance(simulation, frames);
    places[i] = places_by_id(simulation, shift);
  }
  return mean_difference(places[0], places[1], kTiles * kTileSide<D>);
}

TYPED_TEST(LiquidPeriodic, a_splash_across_the_sides_is_that_in_the_middle_with_every_solver) {
  constexpr int D = kD<TypeParam>;
  const auto with = [](PressureSolver solver) {
    return [solver](Scene& scene) {
      scene.solver.pressure = solver;
      scene.solver.sweeps = 60;
    };
  };
  EXPECT_LT(difference_after_shift<D>(with(PressureSolver::kMultigrid), 15), 0.01);
  EXPECT_LT(difference_after_shift<D>(with(PressureSolver::kPcg), 15), 0.01);
  EXPECT_LT(difference_after_shift<D>(with(PressureSolver::kGaussSeidel), 15), 0.02);
}

TYPED_TEST(LiquidPeriodic, and_with_either_step_order_viscosity_tension_and_apic) {
  constexpr int D = kD<TypeParam>;
  EXPECT_LT(difference_after_shift<D>([](Scene& scene) { scene.solver.order = StepOrder::kMoveThenProject; }, 12),
            0.01);
  EXPECT_LT(difference_after_shift<D>([](Scene& scene) { scene.fluid.viscosity = 2000.0; }, 12), 0.01);
  EXPECT_LT(difference_after_shift<D>([](Scene& scene) { scene.fluid.surface_tension = 5000.0; }, 12), 0.01);
  EXPECT_LT(difference_after_shift<D>(
                [](Scene& scene) {
                  scene.solver.transfer = Transfer::kApic;
                  scene.solver.stepping = Stepping::kLeapfrog;
                  scene.particles.filling = Filling::kVolume;
                },
                12),
            0.01);
}

TYPED_TEST(LiquidPeriodic, a_drop_goes_around_in_free_flight) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(3);
  const double length = 3.0 * kTileSide<D>;
  scene.forces.gravity = {};
  scene.liquids = {
      liquid(sphere(vec(length - 2.0, 12.0, 1.0), 4.0), vec(length, 0.0, D == 3 ? 2.0 * kTileSide<D> : 0.0))};
  Simulation simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure();
  const std::vector<Vec3d> before = places_by_id(simulation, 0.0);
  EXPECT_NEAR(start.center_of_mass[0], length - 2.0, 0.05);
  const FrameReport end = testing::advance(simulation, 30);  // a second: once around along both axes
  EXPECT_NEAR(end.center_of_mass[0], start.center_of_mass[0], 1e-3);
  EXPECT_LT(mean_difference(places_by_id(simulation, 0.0), before, length), 1e-3);
  EXPECT_NEAR(end.linear_momentum[0], start.linear_momentum[0], 1e-6 * start.linear_momentum[0]);
  EXPECT_EQ(end.escaped_particles, 0);
}

TYPED_TEST(LiquidPeriodic, still_water_stays_still) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(2, 16);
  scene.liquids = {liquid(box({}, vec(2.0 * kTileSide<D>, 8.0, 2.0 * kTileSide<D>)))};
  Simulation simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure(), end = testing::advance(simulation, 60);
  EXPECT_LT(end.max_speed, 1e-3);
  EXPECT_NEAR(end.volume, start.volume, 1e-3 * start.volume);
  EXPECT_NEAR(end.center_of_mass[1], 4.0, 0.01);
}

TYPED_TEST(LiquidPeriodic, a_stream_flows_on_evenly_and_nothing_leaks) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(3, 16);
  const double length = 3.0 * kTileSide<D>;
  scene.liquids = {liquid(box({}, vec(length, 8.0, 2.0 * kTileSide<D>)), vec(5.0, 0.0))};
  Simulation simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure(), end = testing::advance(simulation, 60);
  EXPECT_NEAR(end.linear_momentum[0], start.linear_momentum[0], 1e-3 * start.linear_momentum[0]);
  EXPECT_NEAR(end.kinetic_energy, start.kinetic_energy, 2e-3 * start.kinetic_energy);
  EXPECT_NEAR(end.volume, start.volume, 2e-3 * start.volume);
  EXPECT_EQ(end.particles, start.particles);
}

TYPED_TEST(LiquidPeriodic, a_splash_keeps_its_volume_and_its_momentum_along_the_sides) {
  constexpr int D = kD<TypeParam>;
  Scene scene = splash<D>(4, 2.0 * kTileSide<D>);
  scene.solids.clear();
  scene.solver.tolerance = 1e-5;
  Simulation simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure(), end = testing::advance(simulation, 45);
  EXPECT_NEAR(end.linear_momentum[0], start.linear_momentum[0], 0.03 * start.linear_momentum[0]);
  EXPECT_NEAR(end.volume, start.volume, 0.02 * start.volume);
  EXPECT_EQ(end.particles, start.particles);
  EXPECT_EQ(end.escaped_particles, 0);
  EXPECT_TRUE(end.pressure_converged);
  EXPECT_FALSE(end.pressure_fell_back);
}

TYPED_TEST(LiquidPeriodic, probes_see_across_the_sides) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(2, 16);
  const double length = 2.0 * kTileSide<D>;
  scene.liquids = {liquid(box({}, vec(length, 12.0, length)))};
  const auto with_solid_at = [&](double x) {
    SolidSettings block = testing::solid(sphere(vec(x, 5.2, 0.3 * length), 3.0));
    block.name = "ball";
    scene.solids = {block};
    Simulation simulation = testing::simulate(scene);
    testing::advance(simulation, 3);
    ProbeSettings force, around, depth;
    force.kind = ProbeSettings::Kind::kForce;
    force.solid = "ball";
    around.kind = ProbeSettings::Kind::kVolume;
    around.min = vec(x - 4.5, 1.0, -1.0);
    around.max = vec(x + 4.5, 9.5, length + 1.0);
    depth.kind = ProbeSettings::Kind::kDepth;
    depth.position = vec(std::fmod(x + length, length), 0.0, 0.3 * length);
    return simulation.probe({force, around, depth})->values;
  };
  const std::vector<double> in_the_middle = with_solid_at(kTileSide<D>), on_the_side = with_solid_at(0.0);
  ASSERT_EQ(in_the_middle.size(), on_the_side.size());
  const double lift = 9.81e3 * (D == 2 ? std::numbers::pi * 9.0 : 4.0 / 3.0 * std::numbers::pi * 27.0);
  EXPECT_NEAR(in_the_middle[1] / lift, 1.0, 0.01);
  for (std::size_t i = 0; i < on_the_side.size(); ++i)
    EXPECT_NEAR(on_the_side[i], in_the_middle[i], i < D ? 1e-3 * lift : 1e-3 * in_the_middle[i]) << i;
}

TYPED_TEST(LiquidPeriodic, in_a_tank_that_is_shaken_liquid_stays_behind) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(2, 16);
  scene.liquids = {liquid(box({}, vec(2.0 * kTileSide<D>, 8.0, 2.0 * kTileSide<D>)))};
  for (const double time : {0.0, 0.5, 1.0}) scene.frame.keyframes.push_back({time, vec(3.0 * time * time, 0.0), {}});
  Simulation simulation = testing::simulate(scene);
  const FrameReport report = testing::advance(simulation, 15);
  const double mass = scene.fluid.density * report.volume;
  EXPECT_NEAR(report.linear_momentum[0] / mass, -3.0, 0.15) << "the tank has 3 m/s, and the water stands";
  EXPECT_NEAR(report.linear_momentum[1] / mass, 0.0, 0.02);
}

TYPED_TEST(LiquidPeriodic, a_solid_that_moves_goes_around_and_around) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(2, 16);
  const double length = 2.0 * kTileSide<D>;
  scene.solver.tolerance = 1e-5;
  scene.liquids = {liquid(box({}, vec(length, 7.0, length)))};
  scene.solids = {testing::solid(sphere(vec(0.8 * length, 4.0, kTileSide<D>), 2.5), vec(2.0 * length, 0.0))};
  Simulation simulation = testing::simulate(scene);
  const auto dry_cells = [&] {  // of the ball
    const CellFrame cells = *simulation.cells();
    return std::count(cells.type.begin(), cells.type.end(), CellType::kSolid);
  };
  const auto before = dry_cells();
  EXPECT_GT(before, 8);
  for (int i = 0; i < 5; ++i) {
    const FrameReport report = testing::advance(simulation, 15);  // once around
    EXPECT_EQ(dry_cells(), before);
    EXPECT_EQ(report.escaped_particles, 0);
  }
}

TYPED_TEST(LiquidPeriodic, sources_and_drains_reach_across_the_sides) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_tank<D>(2, 16);
  scene.forces.gravity = {};
  SourceSettings source;
  source.shape = box(vec(-3.0, 4.0, 4.0), vec(3.0, 8.0, 12.0));
  source.rate = D == 2 ? 10.0 : 80.0;
  scene.sources = {source};
  Simulation simulation = testing::simulate(scene);
  testing::advance(simulation, 30);
  const ParticleFrame frame = *simulation.particles();
  const double per_cell = scene.particles_per_cell();
  EXPECT_NEAR(static_cast<double>(frame.count()), source.rate * per_cell, 1.0 + 0.02 * source.rate * per_cell);
  int low = 0, high = 0;
  for (std::size_t i = 0; i < frame.count(); ++i) ++(frame.position[3 * i] < kTileSide<D> ? low : high);
  EXPECT_NEAR(low, high, 0.2 * (low + high));

  scene.sources.clear();
  scene.liquids = {liquid(source.shape)};
  DrainSettings drain;
  drain.shape = source.shape;
  drain.start = 0.1;
  scene.drains = {drain};
  Simulation drained = testing::simulate(scene);
  EXPECT_GT(drained.particle_count(), 50);
  EXPECT_EQ(testing::advance(drained, 10).particles, 0);
}

TEST(liquid_periodic, a_wave_travels_at_the_speed_of_airys_theory) {
  constexpr double kDepth = 0.5, kLength = 1.0, kGravity = 9.81, kHeight = 0.02;
  constexpr double k = 2.0 * std::numbers::pi / kLength;
  const double omega = std::sqrt(kGravity * k * std::tanh(k * kDepth));
  for (const int cells : {32, 64}) {
    Scene scene = testing::empty_box(2, vec(cells, 0.75 * cells), kLength / cells);
    scene.domain.periodic = {Axis::kX};
    scene.forces.gravity = vec(0.0, -kGravity);
    scene.time.fps = 60.0;
    scene.time.substeps = 0;
    scene.particles.filling = Filling::kVolume;
    LiquidSettings water;
    water.shape.kind = ShapeSettings::Kind::kBelow;
    water.shape.surface = "0.5 + 0.02*cos(2*pi*x)";
    const std::string speed = std::to_string(kHeight * omega / std::sinh(k * kDepth));
    water.velocity.formulas = {speed + "*cosh(2*pi*y)*cos(2*pi*x)", speed + "*sinh(2*pi*y)*sin(2*pi*x)", ""};
    scene.liquids = {water};
    Simulation simulation = testing::simulate(scene);
    ProbeSettings line;
    line.kind = ProbeSettings::Kind::kSurface;
    line.from = vec(0.0, 0.0);
    line.to = vec(kLength, 0.0);
    line.points = cells + 1;
    double last = 0.0, turned = 0.0;
    const auto read_phase = [&] {
      const SurfaceProfile profile = *simulation.surface_profile(line);
      double c = 0.0, s = 0.0;
      for (std::size_t i = 0; i + 1 < profile.height.size(); ++i) {
        c += profile.height[i] * std::cos(k * profile.place[i][0]);
        s += profile.height[i] * std::sin(k * profile.place[i][0]);
      }
      EXPECT_GT(std::hypot(c, s) * 2.0 / cells, 0.8 * kHeight);
      const double phase = std::atan2(s, c);
      turned += phase - last - 2.0 * std::numbers::pi * std::round((phase - last) / (2.0 * std::numbers::pi));
      last = phase;
    };
    testing::advance(simulation, 6);
    read_phase();
    turned = 0.0;
    const double begin = simulation.time();
    for (int frame = 0; frame < 96; ++frame) {  // two periods
      testing::advance(simulation, 1);
      read_phase();
    }
    const double error = turned / (simulation.time() - begin) / omega - 1.0;
    EXPECT_LT(std::abs(error), cells == 64 ? 0.01 : 0.02) << cells;
    EXPECT_LT(std::abs(simulation.measure()->volume_drift), 0.01);
  }
}

TYPED_TEST(LiquidPeriodic, a_vortex_that_fills_the_box_keeps_its_energy) {
  constexpr int D = kD<TypeParam>;
  constexpr int kCells = 4 * kTileSide<D>;
  const double size = 2.0 * std::numbers::pi;
  Scene scene = testing::empty_box(D, vec(kCells, kCells, 2 * kTileSide<D>), size / kCells);
  scene.domain.periodic = {Axis::kX, Axis::kY};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  scene.time.fps = 10.0;
  scene.time.substeps = 0;
  scene.time.cfl = 1.0;
  scene.solver.stepping = Stepping::kLeapfrog;
  scene.solver.transfer = Transfer::kApic;
  LiquidSettings water = liquid(box(vec(-1.0, -1.0, -1.0), vec(7.0, 7.0, 7.0)));
  water.velocity.formulas = {"sin(x)*cos(y)", "-cos(x)*sin(y)", ""};
  scene.liquids = {water};
  Simulation simulation = testing::simulate(scene);
  const FrameReport start = *simulation.measure(), end = testing::advance(simulation, D == 2 ? 30 : 10);
  EXPECT_GT(end.kinetic_energy, 0.97 * start.kinetic_energy);
  EXPECT_LT(end.kinetic_energy, 1.01 * start.kinetic_energy);
  EXPECT_NEAR(end.linear_momentum[0], 0.0, 1e-3 * start.kinetic_energy);
}

}  // namespace
}  // namespace spindrift
