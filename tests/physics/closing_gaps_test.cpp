// Solids that close on each other or on a wall, until nothing is left between them: what cannot leave is pressure, not
// speed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::difference;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(ClosingGaps);

constexpr double kSpeed = 0.5;  // of each solid, m/s

SolidSettings mover(const ShapeSettings& shape, const Vec3d& way) {
  SolidSettings solid = testing::solid(shape);
  solid.keyframes = {{0.0, {}, {}}, {length(way) / kSpeed, way, {}}};
  return solid;
}

struct ClosingScene {
  std::string name;
  double length;  // of liquid that the gap's end has to let out: of two open ends each serves half of the gap
  std::vector<SolidSettings> solids;
};

// In a tank of 2 m with water 0.5 m deep.
std::vector<ClosingScene> closing_scenes() {
  return {
      {"a plate onto the floor", 0.5, {mover(box(vec(0.5, 0.1, -1.0), vec(1.5, 0.2, 1.0)), vec(0.0, -0.1))}},
      {"a plate into the floor", 0.5, {mover(box(vec(0.51, 0.11, -1.0), vec(1.52, 0.2, 1.0)), vec(0.0, -0.15))}},
      {"two plates that meet",
       0.5,
       {mover(box(vec(0.5, 0.05, -1.0), vec(1.5, 0.15, 1.0)), vec(0.0, 0.1)),
        mover(box(vec(0.5, 0.33, -1.0), vec(1.5, 0.43, 1.0)), vec(0.0, -0.08))}},
      {"two walls that meet",
       0.7,
       {mover(box(vec(0.7, -0.1, -1.0), vec(0.9, 0.7, 1.0)), vec(0.1, 0.0)),
        mover(box(vec(1.1, -0.1, -1.0), vec(1.3, 0.7, 1.0)), vec(-0.1, 0.0))}},
      {"a cup onto the floor",
       0.4,
       {mover(difference(box(vec(0.6, 0.1, -1.0), vec(1.4, 0.8, 1.0)), box(vec(0.7, 0.0, -2.0), vec(1.3, 0.3, 2.0))),
              vec(0.0, -0.1))}},
      {"a ball into the corner", 0.15, {mover(sphere(vec(0.25, 0.25, 0.125), 0.15), vec(-0.1, -0.1, 0.0))}},
  };
}

// Continuity: in a gap d wide between solids that close with V the liquid goes out at V L / d. The grid resolves gaps
// of half a cell; narrower ones made up to 800 m/s. The factor is for single particles, which FLIP lets run ahead.
TYPED_TEST(ClosingGaps, let_nothing_out_faster_than_the_narrowest_gap_that_the_grid_resolves) {
  constexpr int D = kD<TypeParam>;
  const int cells = D == 2 ? 32 : 16;  // a metre
  for (const ClosingScene& closing : closing_scenes()) {
    Scene scene = testing::empty_box(D, vec(2 * cells, cells, cells / 4), 1.0 / cells);
    scene.forces.gravity = vec(0.0, -9.81);
    scene.solids = closing.solids;
    ShapeSettings water = box({}, vec(2.0, 0.5, 0.25));
    for (const SolidSettings& solid : closing.solids) water = difference(water, solid.shape);
    scene.liquids = {testing::liquid(water)};
    scene.time.fps = 60;
    scene.time.substeps = 0;
    const double closing_speed = kSpeed * static_cast<double>(closing.solids.size());
    const double must = closing_speed * closing.length / (0.5 / cells), of_fall = std::sqrt(2.0 * 9.81 * 1.0);
    Simulation simulation = testing::simulate(scene);
    for (int frame = 0; frame < 40; ++frame) {
      const auto report = simulation.advance_frame();
      ASSERT_TRUE(report) << closing.name;
      ASSERT_LT(report->max_speed, 1.5 * std::max(must, of_fall)) << closing.name << ", frame " << frame;
      // The grid of the 3D scenes is coarse; while it closes, a gap holds more liquid than it has room for.
      ASSERT_NEAR(report->volume_drift, 0.0, D == 2 ? 0.03 : 0.07) << closing.name << ", frame " << frame;
      ASSERT_EQ(report->escaped_particles, 0) << closing.name << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace spindrift
