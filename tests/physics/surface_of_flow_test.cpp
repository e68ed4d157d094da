// Surfaces of liquid that was simulated: as large as the liquid when it splashes, and calm when it has settled.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "support/scenes.h"
#include "support/surfaces.h"

namespace spindrift {
namespace {

using namespace testing;

IN_2D_AND_3D(SurfaceOfFlow);

TYPED_TEST(SurfaceOfFlow, a_splash_has_the_volume_of_its_liquid) {
  const int D = kD<TypeParam>;
  Scene scene = dam_break(D, 20, 1.0 / 20);
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  Simulation simulation = simulate(scene);
  const double liquid = simulation.advance_frame()->volume;
  for (int frame = 2; frame <= 40; ++frame) {
    advance(simulation, 1);
    if (frame % 4 != 0) continue;
    const SurfaceMesh mesh = surface_of(scene, *simulation.particles());
    expect_closed(mesh);
    EXPECT_NEAR(enclosed_volume(mesh) / liquid, 1.0, 0.02) << "frame " << frame;
  }
}

// Mean height of the free surface over pieces of the floor as large as a cell, but at walls. `size` is the domain's, of
// `cells` cells. Most vertices lie over nodes, two to a cell; the pieces end between them.
std::map<std::pair<int, int>, double> heights(const SurfaceMesh& mesh, double size, int cells) {
  std::map<std::pair<int, int>, std::pair<double, int>> sums;
  const auto column = [&](float x) { return static_cast<int>(static_cast<double>(x) / size * cells + 0.25); };
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const float* x = &mesh.position[3 * v];
    bool is_inside = x[1] > 0.01f * static_cast<float>(size);
    for (int a = 0; a < mesh.dimension; a += 2) is_inside &= column(x[a]) > 0 && column(x[a]) < cells;
    if (!is_inside) continue;
    auto& sum = sums[{column(x[0]), column(x[2])}];
    sum.first += static_cast<double>(x[1]);
    ++sum.second;
  }
  std::map<std::pair<int, int>, double> means;
  for (const auto& [place, sum] : sums) means[place] = sum.first / sum.second;
  return means;
}

TYPED_TEST(SurfaceOfFlow, the_surface_of_a_settled_pool_does_not_jump) {
  const int D = kD<TypeParam>, n = 16;
  Scene scene = still_pool(D, n, n / 2, 1.0 / n);
  scene.particles.packing = Packing::kJittered;
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  Simulation simulation = simulate(scene);
  advance(simulation, 60);
  auto before = heights(surface_of(scene, *simulation.particles()), 1.0, n);
  EXPECT_EQ(before.size(), D == 2 ? 15u : 225u);
  for (int frame = 0; frame < 5; ++frame) {
    advance(simulation, 1);
    const auto now = heights(surface_of(scene, *simulation.particles()), 1.0, n);
    double squares = 0.0;
    for (const auto& [place, height] : now) {
      const double step = n * (height - before[place]);  // cells
      EXPECT_LT(std::abs(step), 0.04);
      squares += step * step / static_cast<double>(now.size());
      EXPECT_NEAR(n * height, n / 2, 0.25);
    }
    EXPECT_LT(std::sqrt(squares), 0.005);
    before = now;
  }
}

}  // namespace
}  // namespace spindrift
