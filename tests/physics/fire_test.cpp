// Fire as it is seen: it puffs at the rate of real pool fires, and what keeps its eddies alive makes no energy.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "spindrift/scene_file.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::vec;

IN_2D_AND_3D(Fire);

// A closed box of eddies. Confinement made energy at a rate of its own, without end.
TYPED_TEST(Fire, confinement_makes_no_energy) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::empty_box(D, vec(16, 16, 16), 1.0 / 16);
  scene.time.fps = 25.0;
  scene.time.substeps = 0;
  scene.gas.confinement = 6.0;
  scene.gas.flow = StartFlow::kTaylorGreen;
  SmokeSettings nothing;
  nothing.shape = box(vec(0, 0, 0), vec(1, 1, 1));
  nothing.density = 0.0;
  scene.smokes = {nothing};
  auto simulation = testing::simulate(scene);
  double energy = simulation.measure()->kinetic_energy;
  ASSERT_GT(energy, 0.0);
  for (int frame = 0; frame < 50; ++frame) {
    const double next = testing::advance(simulation, 1).kinetic_energy;
    EXPECT_LT(next, 1.001 * energy) << "frame " << frame;
    energy = next;
  }
}

// The power of a signal at a frequency, under a window that goes to 0 at both ends.
double power_at(const std::vector<double>& signal, double mean, double radians_per_sample) {
  std::complex<double> sum;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const auto at = static_cast<double>(i);
    const double turn = 2.0 * std::numbers::pi * (at + 0.5) / static_cast<double>(signal.size());
    sum += (0.5 - 0.5 * std::cos(turn)) * (signal[i] - mean) * std::polar(1.0, -radians_per_sample * at);
  }
  return std::norm(sum);
}

// The frequency, Hz, between 0.5 and 6 Hz, around which a signal has most power: in a band 0.8 Hz wide, since the
// spectrum of a single run is jagged.
double strongest_frequency(const std::vector<double>& signal, double rate) {
  constexpr double kStep = 0.05;
  constexpr int kFirst = 10, kLast = 120, kBand = 8;  // in steps; to both sides
  double mean = 0.0;
  for (const double value : signal) mean += value / static_cast<double>(signal.size());
  std::vector<double> power;
  for (int i = 0; i <= kLast + kBand; ++i)
    power.push_back(power_at(signal, mean, 2.0 * std::numbers::pi * i * kStep / rate));
  int best = kFirst;
  double most = 0.0;
  for (int i = kFirst; i <= kLast; ++i) {
    double sum = 0.0;
    for (int k = i - kBand; k <= i + kBand; ++k) sum += power[static_cast<std::size_t>(k)];
    if (sum > most) most = sum, best = i;
  }
  return best * kStep;
}

// The campfire's gas, fuel and embers, as a line of them in 2D. Pool fires of a diameter D, in metres, puff at
// 1.5 / sqrt(D) Hz [Cetegen1993], which is what buoyancy makes of it: f ~ sqrt(g / D).
TEST(Campfire, puffs_at_the_rate_of_real_fires) {
  const auto fire = read_scene(SPINDRIFT_SOURCE_DIR "/scenes/campfire_3d.toml", {});
  ASSERT_TRUE(fire) << to_string(fire.error());
  const double diameter = 2.0 * fire->smoke_sources[0].shape.radius;
  Scene scene = testing::empty_box(2, vec(60, 80, 1), 0.02);
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  scene.domain.open = {Side::kTop, Side::kLeft, Side::kRight};
  scene.gas = fire->gas;
  scene.fire = fire->fire;
  scene.smoke_sources = {fire->smoke_sources[0]};
  scene.smoke_sources[0].shape = box(vec(0.6 - diameter / 2, 0.02, 0), vec(0.6 + diameter / 2, 0.07, 1));
  ProbeSettings rise;
  rise.kind = ProbeSettings::Kind::kVelocity;
  rise.name = "rise";
  rise.min = vec(0.6 - diameter / 2, 0.3, 0);
  rise.max = vec(0.6 + diameter / 2, 0.07 + diameter, 0);
  auto simulation = testing::simulate(scene);
  std::vector<double> speed;
  for (int frame = 0; frame < 450; ++frame) {
    testing::advance(simulation, 1);
    if (frame >= 90) speed.push_back(simulation.probe({rise})->values[1]);
  }
  const double measured = strongest_frequency(speed, scene.time.fps), expected = 1.5 / std::sqrt(diameter);
  RecordProperty("hertz", std::to_string(measured));
  EXPECT_NEAR(measured / expected, 1.0, 0.3) << measured << " Hz, and pool fires " << expected;
}

}  // namespace
}  // namespace spindrift
