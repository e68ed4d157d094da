// Domains of one or two cells along an axis: whatever looks at the cell beside another has none there.
#include <gtest/gtest.h>

#include <cmath>

#include "spindrift/probe.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(ThinDomains);

constexpr double kThinCell = 0.05;

// Water that fills the lower half of what is not thin.
Scene thin_tank(int dimension, int axis, int cells, bool is_open) {
  Vec3d size = vec(8, 8, 8);
  size[axis] = cells;
  Scene scene = testing::empty_box(dimension, size, kThinCell);
  scene.forces.gravity = vec(0.0, -9.81);
  Vec3d top = size * kThinCell;
  top[axis == 1 ? 0 : 1] *= 0.5;
  scene.liquids = {testing::liquid(testing::box({}, top))};
  if (is_open) scene.domain.open = {static_cast<Side>(2 * axis + 1)};
  return scene;
}

std::vector<ProbeSettings> probes_of_every_kind(const Scene& scene) {
  const Vec3d middle = scene.domain.size * 0.5;
  const auto with = [&](ProbeSettings::Kind kind, auto&& set) {
    ProbeSettings probe;
    probe.kind = kind;
    probe.name = "p" + std::to_string(static_cast<int>(kind));
    set(probe);
    return probe;
  };
  const auto at_middle = [&](ProbeSettings& probe) { probe.position = middle; };
  const auto in_all = [&](ProbeSettings& probe) {
    probe.min = Vec3d{};
    probe.max = scene.domain.size;
  };
  using Kind = ProbeSettings::Kind;
  std::vector<ProbeSettings> probes;
  for (const Kind kind : {Kind::kPoint, Kind::kHeight, Kind::kDepth, Kind::kPressure, Kind::kVelocity})
    probes.push_back(with(kind, at_middle));
  for (const Kind kind : {Kind::kPressure, Kind::kVelocity}) probes.push_back(with(kind, in_all));
  for (const Kind kind : {Kind::kFront, Kind::kVolume, Kind::kEnergy})
    probes.push_back(with(kind, [](ProbeSettings&) {}));
  probes.push_back(with(Kind::kFlux, [&](ProbeSettings& probe) { probe.at = middle[0]; }));
  return probes;
}

// A wire from corner to corner, through all borders.
ProbeSettings surface_across(const Scene& scene) {
  ProbeSettings probe;
  probe.kind = ProbeSettings::Kind::kSurface;
  probe.from = Vec3d{};
  probe.to = scene.domain.size;
  probe.points = 9;
  return probe;
}

TYPED_TEST(ThinDomains, have_readings_of_every_probe) {
  constexpr int D = kD<TypeParam>;
  for (int axis = 0; axis < D; ++axis)
    for (const int cells : {1, 2})
      for (const bool is_open : {false, true}) {
        SCOPED_TRACE(::testing::Message() << "axis " << axis << ", cells " << cells << ", open " << is_open);
        Scene scene = thin_tank(D, axis, cells, is_open);
        scene.probes = probes_of_every_kind(scene);
        Simulation simulation = testing::simulate(scene);
        for (int frame = 0; frame < 3; ++frame) {
          const auto readings = simulation.probe();
          ASSERT_TRUE(readings) << to_string(readings.error());
          const auto profile = simulation.surface_profile(surface_across(scene));
          ASSERT_TRUE(profile) << to_string(profile.error());
          for (const double depth : profile->depth) EXPECT_LE(depth, scene.domain.size[1] + 1e-9);
          testing::advance(simulation, 1);
        }
      }
}

// The water that fills a tank one cell high is as deep as the tank.
TYPED_TEST(ThinDomains, one_cell_high_are_as_deep_as_they_are_full) {
  constexpr int D = kD<TypeParam>;
  Scene scene = thin_tank(D, 1, 1, false);
  scene.liquids = {testing::liquid(testing::box({}, scene.domain.size))};
  ProbeSettings depth;
  depth.kind = ProbeSettings::Kind::kDepth;
  depth.position = scene.domain.size * 0.5;
  const Simulation simulation = testing::simulate(scene);
  const auto readings = simulation.probe(std::vector{depth});
  ASSERT_TRUE(readings) << to_string(readings.error());
  EXPECT_NEAR(readings->values.at(0), kThinCell, 1e-9);
}

}  // namespace
}  // namespace spindrift
