// The shipped scenes of honey do what honey does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/long_tests.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::shipped;

// Where the stream meets the pile: the mean place of the liquid just above the highest layer of cells that holds `wide`
// times as much as the stream; relative to the nozzle, in cells.
struct Foot {
  double x = 0.0, z = 0.0;
  bool exists = false;
};

Foot foot_of_stream(const Simulation& simulation, const Scene& scene, double wide) {
  const ParticleFrame frame = *simulation.particles();
  const ShapeSettings& nozzle = scene.sources[0].shape;
  const bool is_box = nozzle.kind == ShapeSettings::Kind::kBox;
  const Vec3d middle = is_box ? (nozzle.min + nozzle.max) * 0.5 : nozzle.from;
  const double h = scene.domain.cell(), low = is_box ? nozzle.min[1] : std::min(nozzle.from[1], nozzle.to[1]);
  std::vector<int> layers(static_cast<std::size_t>(scene.domain.cells()[1]) + 1, 0);
  auto layer = [&](std::size_t i) {
    return static_cast<std::size_t>(std::max(0.0, static_cast<double>(frame.position[3 * i + 1]) / h));
  };
  for (std::size_t i = 0; i < frame.count(); ++i) ++layers[std::min(layer(i), layers.size() - 1)];
  const auto below_nozzle = static_cast<std::size_t>(low / h) - 3;
  std::size_t top = below_nozzle;
  while (top > 0 && layers[top] <= wide * layers[below_nozzle]) --top;
  Foot foot;
  double count = 0.0;
  for (std::size_t i = 0; i < frame.count(); ++i) {
    if (layer(i) <= top || layer(i) > top + 3) continue;
    foot.x += (static_cast<double>(frame.position[3 * i]) - middle[0]) / h;
    foot.z += (static_cast<double>(frame.position[3 * i + 2]) - middle[2]) / h;
    count += 1.0;
  }
  foot.exists = top > 0 && count > 0.0;
  if (foot.exists) foot.x /= count, foot.z /= count;
  return foot;
}

TEST(Honey, a_sheet_of_honey_folds_to_and_fro_on_its_pile) {
  const Scene scene = shipped("honey_buckling_2d");
  auto simulation = testing::simulate(scene);
  int folds = 0, side = 0;
  FrameReport report;
  for (int frame = 0; frame < scene.time.frames; ++frame) {
    report = testing::advance(simulation, 1);
    const Foot foot = foot_of_stream(simulation, scene, 1.6);
    if (!foot.exists || std::abs(foot.x) < 1.0) continue;  // a cell to either side
    const int now = foot.x > 0.0 ? 1 : -1;
    folds += now == -side;
    side = now;
  }
  EXPECT_GE(folds, 6);
  EXPECT_EQ(report.escaped_particles, 0);
  EXPECT_LT(std::abs(report.volume_drift), 0.02);
}

TEST(Honey, slow_a_thin_stream_of_honey_coils) {
  SPINDRIFT_LONG_TEST();
  const Scene scene = shipped("viscous_coil_3d");
  auto simulation = testing::simulate(scene);
  double turned = 0.0, forth = 0.0, back = 0.0, last = 0.0;
  bool has_last = false;
  FrameReport report;
  for (int frame = 0; frame < scene.time.frames; ++frame) {
    report = testing::advance(simulation, 1);
    const Foot foot = foot_of_stream(simulation, scene, 2.0);
    if (!foot.exists || std::hypot(foot.x, foot.z) < 1.0) continue;
    const double angle = std::atan2(foot.z, foot.x);
    if (has_last) {
      const double step = std::remainder(angle - last, 2.0 * std::numbers::pi);
      turned += step;
      (step > 0.0 ? forth : back) += std::abs(step);
    }
    last = angle;
    has_last = true;
  }
  EXPECT_GT(std::abs(turned), 2.0 * 2.0 * std::numbers::pi);      // more than two turns
  EXPECT_LT(std::min(forth, back), 0.1 * std::max(forth, back));  // all in one direction
  EXPECT_EQ(report.escaped_particles, 0);
}

}  // namespace
}  // namespace spindrift
