// What the splitting of a time step costs: vortices, rotation, and waves under steps of changing length.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::for_each_particle;
using testing::vec;
using testing::velocity_of;

constexpr double kPi = std::numbers::pi;

double kinetic_energy(const LiquidState<2>& state) {
  double sum = 0.0;
  for_each_particle(state,
                    [&](std::uint32_t p, const VecD<2>&) { sum += dot(velocity_of(state, p), velocity_of(state, p)); });
  return sum;
}

void advance_to(LiquidSolver<2>& solver, double time) {
  while (solver.state().time < time) {
    const auto report = solver.advance_frame(nullptr);
    ASSERT_TRUE(report) << to_string(report.error());
  }
}

// The share of its energy that a Taylor-Green vortex in a closed box keeps until t = 2 pi, which without viscosity is
// all.
double energy_kept_by_vortex(Stepping stepping, Transfer transfer) {
  constexpr int kCells = 32;
  Scene scene = testing::empty_box(2, vec(kCells, kCells), kPi / kCells);
  scene.time.fps = 5.0;
  scene.time.substeps = 0;
  scene.solver.stepping = stepping;
  scene.solver.transfer = transfer;
  scene.liquids = {testing::liquid(testing::box({}, vec(kPi, kPi)))};
  scene.liquids[0].velocity.formulas = {"sin(x)*cos(y)", "-cos(x)*sin(y)", ""};  // with the slopes that APIC has
  auto solver = testing::make_solver<2>(scene);
  const double before = kinetic_energy(solver->state());
  advance_to(*solver, 2.0 * kPi);
  return kinetic_energy(solver->state()) / before;
}

TEST(TimeStepping, a_vortex_keeps_its_energy_with_leapfrog) {
  EXPECT_GT(energy_kept_by_vortex(Stepping::kLeapfrog, Transfer::kFlip), 0.95);
  EXPECT_GT(energy_kept_by_vortex(Stepping::kLeapfrog, Transfer::kApic), 0.99);
  EXPECT_LT(energy_kept_by_vortex(Stepping::kEuler, Transfer::kApic), 0.8);  // first order: what leapfrog is for
}

// The share of its angular momentum that water keeps in a turn as one in a round vessel.
double momentum_kept(Transfer transfer) {
  constexpr double kRadius = 0.42, kOmega = 2.0;
  const Vec3d center = vec(0.5, 0.5);
  Scene scene = testing::empty_box(2, vec(64, 64), 1.0 / 64);
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  scene.solver.stepping = Stepping::kLeapfrog;
  scene.solver.transfer = transfer;
  const auto disc = testing::sphere(center, kRadius);
  scene.solids = {testing::solid(testing::difference(testing::box(vec(-1, -1), vec(2, 2)), disc))};
  scene.liquids = {testing::liquid(disc)};
  scene.liquids[0].velocity.formulas = {"2*(0.5 - y)", "2*(x - 0.5)", ""};
  auto solver = testing::make_solver<2>(scene);
  const auto momentum = [&] {
    double sum = 0.0;
    for_each_particle(solver->state(), [&](std::uint32_t p, const VecD<2>& x) {
      const VecD<2> v = velocity_of(solver->state(), p);
      sum += (x[0] - center[0]) * v[1] - (x[1] - center[1]) * v[0];
    });
    return sum;
  };
  const double before = momentum();
  advance_to(*solver, 2.0 * kPi / kOmega);
  return momentum() / before;
}

TEST(TimeStepping, water_that_turns_in_a_vessel_keeps_its_angular_momentum_with_leapfrog) {
  EXPECT_NEAR(momentum_kept(Transfer::kFlip), 1.0, 0.015);
  EXPECT_NEAR(momentum_kept(Transfer::kApic), 1.0, 0.005);  // 0.006 where walls slow the flow beside them
}

// The largest sway of the centre of mass of a standing wave in its fourth period over that in its first.
double amplitude_kept(Stepping stepping, int substeps) {
  constexpr int kCells = 96;
  constexpr double kDepth = 0.5;
  Scene scene = testing::empty_box(2, vec(kCells, kCells * 3 / 4), 1.0 / kCells);
  scene.forces.gravity = vec(0.0, -9.81);
  scene.time.fps = 60.0;
  scene.time.substeps = substeps;
  scene.time.cfl = 0.6;  // crosses from one step a frame to two and back within each period
  scene.solver.stepping = stepping;
  ShapeSettings wave;
  wave.kind = ShapeSettings::Kind::kWave;
  wave.level = kDepth;
  wave.amplitude = 0.05;
  wave.wavelength = 2.0;
  scene.liquids = {testing::liquid(wave)};
  auto solver = testing::make_solver<2>(scene);
  const double period = 2.0 * kPi / std::sqrt(9.81 * kPi * std::tanh(kPi * kDepth));
  double first = 0.0, fourth = 0.0;
  while (solver->state().time < 4.0 * period) {
    const auto report = solver->advance_frame(nullptr);
    if (!report) return 0.0;
    const double sway = std::abs(report->center_of_mass[0] - 0.5);
    if (report->time < period) first = std::max(first, sway);
    if (report->time > 3.0 * period) fourth = std::max(fourth, sway);
  }
  return fourth / first;
}

TEST(TimeStepping, a_wave_loses_no_more_in_steps_of_changing_length_than_in_equal_ones) {
  for (const Stepping stepping : {Stepping::kEuler, Stepping::kLeapfrog}) {
    const double equal = amplitude_kept(stepping, 2), changing = amplitude_kept(stepping, 0);
    EXPECT_GT(equal, 0.98);
    EXPECT_GT(changing, equal - 0.01);
  }
}

}  // namespace
}  // namespace spindrift
