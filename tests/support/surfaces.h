// Particles in simple arrangements, and what must be true of every surface made from them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <utility>

#include "base/hash.h"
#include "spindrift/surface.h"
#include "support/scenes.h"

namespace spindrift::testing {

// The lattice of 2^D particles per cell of one metre, where `is_inside` holds; each particle moved at random by up to
// half of `disorder` spacings along each axis.
inline ParticleFrame lattice(const Scene& scene, double disorder, const std::function<bool(const Vec3d&)>& is_inside) {
  const Vec<int, 3> cells = scene.domain.cells();
  const double spacing = 0.5 * scene.domain.cell();
  ParticleFrame frame;
  frame.dimension = scene.dimension();
  std::uint64_t key = 0;
  for (int k = 0; k < (scene.dimension() == 3 ? 2 * cells[2] : 1); ++k)
    for (int j = 0; j < 2 * cells[1]; ++j)
      for (int i = 0; i < 2 * cells[0]; ++i) {
        Vec3d x{{i + 0.5, j + 0.5, k + 0.5}};
        for (int a = 0; a < 3; ++a) {
          x[a] = spacing * (x[a] + disorder * (static_cast<double>(random_unit(key++)) - 0.5));
          if (a >= scene.dimension()) x[a] = 0.0;
        }
        if (!is_inside(x)) continue;
        for (int a = 0; a < 3; ++a) frame.position.push_back(static_cast<float>(x[a]));
        frame.velocity.insert(frame.velocity.end(), {0.0f, 0.0f, 0.0f});
      }
  return frame;
}

inline SurfaceMesh surface_of(const Scene& scene, const ParticleFrame& particles, int threads = 1) {
  Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
  EXPECT_TRUE(mesher);
  return *mesher->build(particles, 0.0);
}

inline SurfaceDistance distance_to_surface_of(const Scene& scene, const ParticleFrame& particles) {
  Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, 1);
  EXPECT_TRUE(mesher);
  EXPECT_TRUE(mesher->build(particles, 0.0));
  return *mesher->distance();
}

// Every edge (in 2D: vertex) is used once in each direction: closed, manifold, and all faces agree which side is
// outside.
inline void expect_closed(const SurfaceMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  if (mesh.dimension == 2) {
    for (std::size_t c = 0; c < mesh.corners.size(); ++c) ++uses[{mesh.corners[c], c % 2}];
    for (const auto& [end, count] : uses) {
      EXPECT_EQ(count, 1);
      EXPECT_EQ(uses.count({end.first, 1 - end.second}), 1u);
    }
    return;
  }
  for (std::size_t c = 0; c < mesh.corners.size(); c += 3)
    for (std::size_t k = 0; k < 3; ++k) ++uses[{mesh.corners[c + k], mesh.corners[c + (k + 1) % 3]}];
  std::size_t repeated = 0, open = 0;
  for (const auto& [edge, count] : uses) {
    repeated += count > 1;
    open += uses.count({edge.second, edge.first}) == 0;
  }
  EXPECT_EQ(repeated, 0u);
  EXPECT_EQ(open, 0u);
}

}  // namespace spindrift::testing
