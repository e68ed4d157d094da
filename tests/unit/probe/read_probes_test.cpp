// Every kind of probe in a case with a known answer.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "spindrift/probe.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using ProbeKind = ProbeSettings::Kind;
using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::simulate;
using testing::solid;
using testing::vec;

IN_2D_AND_3D(ReadProbes);

constexpr double kGravity = 9.81, kWater = 1000.0;

ProbeSettings probe(ProbeKind kind) {
  ProbeSettings settings;
  settings.kind = kind;
  settings.name = "p";
  return settings;
}

ProbeSettings probe_at(ProbeKind kind, const Vec3d& position) {
  ProbeSettings settings = probe(kind);
  settings.position = position;
  return settings;
}

ProbeSettings probe_in(ProbeKind kind, const Vec3d& min, const Vec3d& max) {
  ProbeSettings settings = probe(kind);
  settings.min = min;
  settings.max = max;
  return settings;
}

ProbeSettings probe_of(ProbeKind kind, const std::string& name) {
  ProbeSettings settings = probe(kind);
  settings.solid = name;
  return settings;
}

std::vector<double> read(const Simulation& simulation, const ProbeSettings& settings) {
  const auto readings = simulation.probe(std::vector{settings});
  EXPECT_TRUE(readings) << to_string(readings.error());
  return readings ? readings->values : std::vector<double>(3, 0.0);
}

// Water at rest over the floor, after two steps; h is the size of a cell.
Scene pool(int dimension, double depth_in_cells, double h) {
  Scene scene = empty_box(dimension, vec(16, 20, 12), h);
  scene.forces.gravity = vec(0.0, -kGravity);
  scene.liquids = {liquid(box({}, vec(16, depth_in_cells, 12) * h))};
  return scene;
}

Simulation after(const Scene& scene, int frames) {
  Simulation simulation = simulate(scene);
  if (frames > 0) testing::advance(simulation, frames);
  return simulation;
}

TYPED_TEST(ReadProbes, the_pressure_of_water_at_rest_is_right_to_the_walls) {
  constexpr double h = 0.05;
  for (const double depth : {10.0, 10.5}) {
    const Simulation simulation = after(pool(kD<TypeParam>, depth, h), 2);
    const auto expected = [&](double y) { return kWater * kGravity * h * (depth - y); };
    const double tolerance = kWater * kGravity * 0.02 * h;
    for (const double y : {0.0, 0.3, 4.0, 7.9})
      for (const double x : {0.0, 0.5, 7.3, 16.0})
        EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kPressure, vec(x, y, 6) * h))[0], expected(y), tolerance)
            << x << " " << y;
    EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kPoint, vec(8, 0, 0) * h))[0], expected(0.0), tolerance);
    EXPECT_EQ(read(simulation, probe_at(ProbeKind::kPressure, vec(8, 11, 6) * h))[0], 0.0) << "in air";
    // Means: of a disc in the wall, of a box in the liquid, and of a patch on the wall that is half dry.
    ProbeSettings disc = probe_at(ProbeKind::kPressure, vec(0, 5, 6) * h);
    disc.radius = 1.7 * h;
    disc.normal = vec(1, 0, 0);
    EXPECT_NEAR(read(simulation, disc)[0], expected(5.0), tolerance);
    EXPECT_NEAR(read(simulation, probe_in(ProbeKind::kPressure, vec(2, 1, 2) * h, vec(6, 4, 3) * h))[0], expected(2.5),
                tolerance);
    EXPECT_NEAR(read(simulation, probe_in(ProbeKind::kPressure, vec(16, 0, 2) * h, vec(16, 2 * depth, 3) * h))[0],
                0.25 * expected(0.0), 5 * tolerance);
  }
}

TYPED_TEST(ReadProbes, before_the_first_step_there_is_neither_pressure_nor_velocity) {
  const Simulation simulation = after(pool(kD<TypeParam>, 10, 1.0), 0);
  for (const double value : read(simulation, probe_at(ProbeKind::kPoint, vec(8, 5, 6)))) EXPECT_TRUE(std::isnan(value));
  EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kHeight, vec(8, 0, 6)))[0], 10.0, 1e-3);
}

TYPED_TEST(ReadProbes, height_and_depth_find_the_surface_inside_of_a_cell) {
  for (const double depth : {10.0, 10.5}) {
    Scene scene = pool(kD<TypeParam>, depth, 0.5);
    scene.solids = {solid(box(vec(2, 0, 2), vec(4, 2, 4)))};
    const Simulation simulation = after(scene, 2);
    EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kHeight, vec(6.3, 0, 3)))[0], 0.5 * depth, 0.01);
    EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kDepth, vec(6.3, 0, 3)))[0], 0.5 * depth, 0.01);
    EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kDepth, vec(3, 0, 3)))[0], 0.5 * depth - 2.0, 0.01)
        << "a solid is not wet";
    ProbeSettings line = probe(ProbeKind::kDepth);
    line.from = vec(0.5, 0, 3);
    line.to = vec(0.5 + 0.375 * depth, 0.75 * depth, 3);  // two thirds of it are wet
    EXPECT_NEAR(read(simulation, line)[0], 0.25 * depth * std::sqrt(5.0), 0.02);
  }
}

TYPED_TEST(ReadProbes, a_dry_line_reads_the_ground) {
  Scene scene = empty_box(kD<TypeParam>, vec(16, 16, 8));
  scene.liquids = {liquid(box({}, vec(4, 4, 8)))};
  scene.solids = {solid(box(vec(8, 0, 0), vec(12, 2.5, 8)))};
  const Simulation simulation = after(scene, 1);
  EXPECT_EQ(read(simulation, probe_at(ProbeKind::kHeight, vec(14, 0, 4)))[0], 0.0);
  EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kHeight, vec(10, 0, 4)))[0], 2.5, 1e-3);
  EXPECT_EQ(read(simulation, probe_at(ProbeKind::kDepth, vec(10, 0, 4)))[0], 0.0);
}

TYPED_TEST(ReadProbes, the_front_of_a_box_at_rest_is_where_it_ends) {
  constexpr int D = kD<TypeParam>;
  for (const double end : {6.0, 6.5, 7.0}) {
    Scene scene = empty_box(D, vec(20, 16, 8));
    scene.liquids = {liquid(box(vec(0, 0, 0), vec(end, 8, 8)))};
    const Simulation simulation = after(scene, 2);
    ProbeSettings front = probe(ProbeKind::kFront);
    front.direction = Direction::kPlusX;
    const auto right = read(simulation, front);
    EXPECT_NEAR(right[0], end, 0.05);
    EXPECT_NEAR(right[1], end - 0.25, 1e-3) << "the outermost particles";
    front.direction = Direction::kPlusY;
    EXPECT_NEAR(read(simulation, front)[0], 8.0, 0.05);
    scene.liquids = {liquid(box(vec(20 - end, 0, 0), vec(20, 8, 8)))};
    front.direction = Direction::kMinusX;
    const auto left = read(after(scene, 2), front);
    EXPECT_NEAR(left[0], 20 - end, 0.05);
    EXPECT_NEAR(left[1], 20 - end + 0.25, 1e-3);
  }
}

TYPED_TEST(ReadProbes, a_single_drop_does_not_move_the_front) {
  Scene scene = empty_box(kD<TypeParam>, vec(20, 16, 8));
  scene.liquids = {liquid(box(vec(0, 0, 0), vec(6, 8, 8)))};
  LiquidSettings drop = liquid(box(vec(15, 0, 4), vec(16, 1, 5)));
  drop.count = 2;
  scene.liquids.push_back(drop);
  ProbeSettings front = probe(ProbeKind::kFront);
  const auto values = read(after(scene, 1), front);
  EXPECT_NEAR(values[0], 6.0, 0.05);
  EXPECT_GT(values[1], 15.0);
}

// A block of liquid that flies at the same velocity everywhere.
Scene flight(int dimension, const Vec3d& velocity) {
  Scene scene = empty_box(dimension, vec(32, 16, 16));
  scene.liquids = {liquid(box(vec(4, 4, 4), vec(16, 10, 12)), velocity)};
  return scene;
}

TYPED_TEST(ReadProbes, uniform_flow_has_the_velocity_the_flux_and_the_energy_that_it_has) {
  constexpr int D = kD<TypeParam>;
  const double width = D == 2 ? 1.0 : 8.0;
  const Simulation simulation = after(flight(D, vec(5.0, 1.0, -1.0)), 4);  // 0.2 cells on
  const auto point = read(simulation, probe_at(ProbeKind::kVelocity, vec(10.3, 7.1, 8)));
  const auto mean = read(simulation, probe_in(ProbeKind::kVelocity, vec(0, 0, 0), vec(32, 16, 16)));
  const double velocity[] = {5.0, 1.0, -1.0};
  for (int a = 0; a < D; ++a) {
    EXPECT_NEAR(point[static_cast<std::size_t>(a)], velocity[a], 1e-4);
    EXPECT_NEAR(mean[static_cast<std::size_t>(a)], velocity[a], 1e-3);
  }
  EXPECT_TRUE(std::isnan(read(simulation, probe_at(ProbeKind::kVelocity, vec(25, 7, 8)))[0])) << "in air";
  ProbeSettings flux = probe(ProbeKind::kFlux);
  flux.axis = Axis::kX;
  flux.at = 10.3;
  EXPECT_NEAR(read(simulation, flux)[0], 5.0 * 6.0 * width, 0.02 * 5.0 * 6.0 * width);
  flux.min = vec(0, 0, 0);
  flux.max = vec(32, 7, 16);
  EXPECT_NEAR(read(simulation, flux)[0], 5.0 * 2.96 * width, 0.02 * 5.0 * 3.0 * width) << "the lower half";
  EXPECT_NEAR(read(simulation, probe(ProbeKind::kVolume))[0], simulation.measure()->volume, 0.01 * 72.0 * width);
  const auto energy = read(simulation, probe(ProbeKind::kEnergy));
  const double square = 25.0 + 1.0 + (D == 3 ? 1.0 : 0.0);
  EXPECT_NEAR(energy[0], 0.5 * kWater * 72.0 * width * square, 1e-3 * kWater * 72.0 * width * square);
  EXPECT_EQ(energy[1], 0.0) << "without gravity";
  EXPECT_EQ(energy[2], energy[0]);
}

// The cells are those of before the last move: what is read is of now, and not half a cell behind.
TYPED_TEST(ReadProbes, the_front_of_a_block_in_flight_is_where_it_is_now) {
  Scene scene = flight(kD<TypeParam>, vec(50.0, 0.0));  // half a cell in a step
  const Simulation simulation = after(scene, 6);
  EXPECT_NEAR(read(simulation, probe(ProbeKind::kFront))[0], 16.0 + 3.0, 0.25);
}

TYPED_TEST(ReadProbes, the_volume_in_a_box_is_that_of_the_part_in_it) {
  constexpr int D = kD<TypeParam>;
  const double width = D == 2 ? 1.0 : 12.0;
  const Simulation simulation = after(pool(D, 10.5, 1.0), 1);
  EXPECT_NEAR(read(simulation, probe(ProbeKind::kVolume))[0], 16 * 10.5 * width, 0.3 * width);
  EXPECT_NEAR(read(simulation, probe_in(ProbeKind::kVolume, vec(2.5, 3.25, 0), vec(5, 20, 12)))[0], 2.5 * 7.25 * width,
              0.05 * width);
  EXPECT_EQ(read(simulation, probe_in(ProbeKind::kVolume, vec(2, 12, 0), vec(5, 20, 12)))[0], 0.0);
}

// Archimedes: to one per cent, wherever the block cuts the grid.
TYPED_TEST(ReadProbes, a_block_under_water_is_lifted_by_the_water_it_displaces) {
  constexpr int D = kD<TypeParam>;
  constexpr double h = 0.05;
  for (const double off : {0.0, 0.3}) {
    Scene scene = pool(D, 16, h);
    const Vec3d low = vec(5 + off, 4 + off, 4 + off), high = vec(11 + off, 9 + off, 8 + off);
    scene.solids = {solid(box(low * h, high * h))};
    scene.solids[0].name = "block";
    const Simulation simulation = after(scene, 3);
    const double lift = kWater * kGravity * 6 * 5 * (D == 2 ? 1.0 : 4 * h) * h * h;
    const auto force = read(simulation, probe_of(ProbeKind::kForce, "block"));
    EXPECT_NEAR(force[1], lift, 0.01 * lift) << off;
    for (const int a : {0, D - 1})
      if (a != 1) {
        EXPECT_NEAR(force[static_cast<std::size_t>(a)], 0.0, 0.01 * lift) << a;
      }
    // About its middle it has no torque, about another point its lever.
    ProbeSettings torque = probe_of(ProbeKind::kTorque, "block");
    torque.about = (low + high) * (0.5 * h);
    const std::size_t z = D == 2 ? 0 : 2;
    EXPECT_NEAR(read(simulation, torque)[z], 0.0, 0.01 * lift * h * 6);
    torque.about = *torque.about - vec(4 * h, 0);
    EXPECT_NEAR(read(simulation, torque)[z], lift * 4 * h, 0.02 * lift * 4 * h);
  }
}

TYPED_TEST(ReadProbes, a_ball_under_water_is_lifted_by_the_water_it_displaces) {
  constexpr int D = kD<TypeParam>;
  constexpr double h = 0.05, radius = 4.1;
  Scene scene = pool(D, 16, h);
  scene.solids = {solid(testing::sphere(vec(8.2, 7.6, 6.1) * h, radius * h))};
  scene.solids[0].name = "ball";
  const Simulation simulation = after(scene, 3);
  const double pi = std::numbers::pi;
  const double volume = (D == 2 ? pi * radius * radius : 4.0 / 3.0 * pi * radius * radius * radius * h) * h * h;
  const auto force = read(simulation, probe_of(ProbeKind::kForce, "ball"));
  EXPECT_NEAR(force[1], kWater * kGravity * volume, 0.01 * kWater * kGravity * volume);
}

TYPED_TEST(ReadProbes, a_probe_rides_on_a_solid) {
  Scene scene = empty_box(kD<TypeParam>, vec(24, 16, 8));
  scene.liquids = {liquid(box(vec(0, 0, 0), vec(12, 4, 8))), liquid(box(vec(12, 0, 0), vec(24, 8, 8)))};
  scene.solids = {solid(box(vec(4, 12, 2), vec(6, 14, 6)), vec(100, 0))};  // a cell in a frame
  scene.solids[0].name = "cart";
  ProbeSettings gauge = probe_at(ProbeKind::kHeight, vec(5, 0, 4));
  gauge.on = "cart";
  Simulation simulation = simulate(scene);
  EXPECT_NEAR(read(simulation, gauge)[0], 4.0, 0.05);
  testing::advance(simulation, 12);  // at x = 17
  EXPECT_NEAR(read(simulation, gauge)[0], 8.0, 0.05);
  scene.solids[0].end = 0.05;
  EXPECT_TRUE(std::isnan(read(after(scene, 12), gauge)[0])) << "it is not there any more";
}

TYPED_TEST(ReadProbes, a_riding_disc_turns_with_its_solid) {
  constexpr double h = 0.05;
  Scene scene = pool(kD<TypeParam>, 16, h);
  scene.solids = {solid(box(vec(6, 6, 4) * h, vec(10, 10, 8) * h))};
  scene.solids[0].name = "block";
  scene.solids[0].pivot = vec(8, 8, 6) * h;
  scene.solids[0].angular_velocity_degrees = vec(0, 0, 4500);  // a quarter turn in two frames
  scene.solids[0].end = 1.0;
  ProbeSettings top = probe_at(ProbeKind::kHeight, vec(8, 10.5, 6) * h);  // above the middle of the block
  top.on = "block";
  Simulation simulation = simulate(scene);
  testing::advance(simulation, 2);
  // Now it is half a cell left of the block, which the line goes past.
  EXPECT_GT(read(simulation, top)[0], 15 * h);
  ProbeSettings wet = top;
  wet.kind = ProbeKind::kDepth;
  EXPECT_GT(read(simulation, wet)[0], 15 * h) << "no solid in the way";
}

TYPED_TEST(ReadProbes, a_profile_follows_the_surface) {
  Scene scene = empty_box(kD<TypeParam>, vec(24, 16, 8));
  scene.liquids = {liquid(box(vec(0, 0, 0), vec(12, 4, 8))), liquid(box(vec(12, 0, 0), vec(24, 8, 8)))};
  ProbeSettings line = probe(ProbeKind::kSurface);
  line.from = vec(2, 0, 4);
  line.to = vec(22, 0, 4);
  line.points = 5;
  const auto profile = after(scene, 1).surface_profile(line);
  ASSERT_TRUE(profile);
  ASSERT_EQ(profile->height.size(), 5u);
  EXPECT_NEAR(profile->time, 0.01, 1e-12);
  EXPECT_EQ(profile->place[1][0], 7.0);
  EXPECT_NEAR(profile->height[0], 4.0, 0.05);
  EXPECT_NEAR(profile->depth[4], 8.0, 0.05);
}

// Also of smoke, and to the last bit with any number of threads; a simulation that was resumed reads the same.
TYPED_TEST(ReadProbes, readings_depend_on_nothing_but_the_state) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 24, 0.05);
  scene.solids = {solid(testing::sphere(vec(16, 4, 6) * 0.05, 0.15))};
  scene.solids[0].name = "ball";
  scene.probes = {probe_at(ProbeKind::kPoint, vec(0.1, 0.1, 0.2)),
                  probe_at(ProbeKind::kHeight, vec(0.2, 0, 0.2)),
                  probe_at(ProbeKind::kDepth, vec(0.9, 0, 0.2)),
                  probe(ProbeKind::kFront),
                  probe_in(ProbeKind::kPressure, vec(0, 0, 0.1), vec(0.3, 0.3, 0.4)),
                  probe_in(ProbeKind::kVelocity, vec(0, 0, 0.1), vec(0.3, 0.3, 0.4)),
                  probe_of(ProbeKind::kForce, "ball"),
                  probe_of(ProbeKind::kTorque, "ball"),
                  probe(ProbeKind::kVolume),
                  probe(ProbeKind::kFlux),
                  probe(ProbeKind::kEnergy)};
  scene.probes[9].at = 0.31;
  std::vector<std::vector<double>> all;
  for (const int threads : {1, 3}) {
    Simulation simulation = simulate(scene, threads);
    testing::advance(simulation, 20);
    all.push_back(simulation.probe()->values);
    const auto resumed = Simulation::resume(scene, *simulation.save(), 2);
    ASSERT_TRUE(resumed);
    all.push_back(resumed->probe()->values);
  }
  EXPECT_EQ(all[0].size(), probe_columns(scene).size());
  for (const auto& values : all)
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(std::memcmp(&values[i], &all[0][i], sizeof(double)), 0) << probe_columns(scene)[i].text();
}

TYPED_TEST(ReadProbes, smoke_has_velocity_flux_and_energy) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16), 0.1);
  scene.domain.periodic = {Axis::kX, Axis::kY};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  scene.forces.gravity = {};
  scene.gas.weight = scene.gas.lift = 0.0;
  scene.gas.wind = vec(2.0, 0.0, 0.0);
  SmokeSettings smoke;
  smoke.shape = box(vec(0.2, 0.2, 0.2), vec(0.6, 0.6, 0.6));
  scene.smokes = {smoke};
  const Simulation simulation = after(scene, 2);
  EXPECT_NEAR(read(simulation, probe_at(ProbeKind::kVelocity, vec(0.7, 0.9, 0.9)))[0], 2.0, 1e-4);
  ProbeSettings flux = probe(ProbeKind::kFlux);
  flux.at = 0.77;
  const double face = D == 2 ? 1.6 : 1.6 * 1.6;
  EXPECT_NEAR(read(simulation, flux)[0], 2.0 * face, 1e-3 * face);
  const double amount = D == 2 ? 0.16 : 0.064;
  EXPECT_NEAR(read(simulation, probe(ProbeKind::kVolume))[0], amount, 0.02 * amount);
  const double volume = 1.6 * face;
  EXPECT_NEAR(read(simulation, probe(ProbeKind::kEnergy))[0], 0.5 * 1.2 * 4.0 * volume, 1e-3 * volume);
}

}  // namespace
}  // namespace spindrift
