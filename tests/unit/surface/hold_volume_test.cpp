// Each piece of a surface encloses the liquid of its own particles, and only free vertices move for it.
#include "surface/hold_volume.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"
#include "support/surfaces.h"
#include "surface/hold_volume.h"

namespace spindrift {
namespace {

using namespace testing;

IN_2D_AND_3D(HoldVolume);

double square_distance(int dimension, const Vec3d& x, const Vec3d& y) {
  double sum = 0.0;
  for (int a = 0; a < dimension; ++a) sum += (x[a] - y[a]) * (x[a] - y[a]);
  return sum;
}

template <int D>
struct Made {  // as the surface's builder makes it, without smoothing
  SurfaceGrid<D> grid;
  ParticleBins<D> bins;
  LiquidPieces<D> pieces;
  RawSurface<D> surface;
  std::vector<int> piece;
  std::vector<std::uint32_t> liquid;

  Made(const Scene& scene, const ParticleFrame& frame)
      : grid(Domain<D>(scene.domain), scene.surface.resolution, power(2, D)) {
    SurfaceLevel<D> level(grid, scene.surface.radius);
    bins.build(grid, frame.position, level.kernel().reach() + 1);
    level.find(grid, bins, frame.position, {});
    surface = extract_surface(grid, bins.tiles(), level.field());
    pieces.find(bins.tiles(), level);
    piece = pieces.of_vertices(bins.tiles(), surface);
    liquid = pieces.count_particles(bins, level, static_cast<std::uint32_t>(frame.count()));
  }
};

TYPED_TEST(HoldVolume, drops_apart_are_pieces_with_their_own_particles) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(24, 24, 24));
  const Vec3d large = vec(7, 7, 7), small = vec(17.3, 16.8, 17.1);
  std::uint32_t in_large = 0;
  const ParticleFrame frame = lattice(scene, 1.0, [&](const Vec3d& x) {
    const bool is_in_large = square_distance(D, x, large) < 25.0;
    in_large += is_in_large;
    return is_in_large || square_distance(D, x, small) < 9.0;
  });
  const Made<D> made(scene, frame);
  ASSERT_EQ(made.pieces.count(), 2);
  const auto all = static_cast<std::uint32_t>(frame.count());
  EXPECT_EQ(made.liquid, (std::vector<std::uint32_t>{in_large, all - in_large}));
  for (std::size_t v = 0; v < made.piece.size(); ++v)
    EXPECT_EQ(made.piece[v], made.surface.vertices[v][0] * made.grid.spacing[0] < 13.0 ? 0 : 1);
}

TYPED_TEST(HoldVolume, a_hollow_belongs_to_the_liquid_around_it) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(24, 24, 24));
  const ParticleFrame shell = lattice(scene, 0.5, [&](const Vec3d& x) {
    const double square = square_distance(D, x, vec(12, 12, 12));
    return square < 81.0 && square > 16.0;
  });
  EXPECT_EQ(Made<D>(scene, shell).pieces.count(), 1);
  const SurfaceMesh mesh = surface_of(scene, shell);
  expect_closed(mesh);
  const double liquid = static_cast<double>(shell.count()) / power(2, D);
  EXPECT_NEAR(enclosed_volume(mesh) / liquid, 1.0, 0.01);
}

TYPED_TEST(HoldVolume, only_free_vertices_move_and_no_further_than_they_may) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(16, 16, 16));
  const ParticleFrame pool = lattice(scene, 0.0, [](const Vec3d& x) { return x[1] < 6.0; });
  Made<D> made(scene, pool);
  ASSERT_EQ(made.pieces.count(), 1);
  const RawSurface<D> before = made.surface;
  std::vector<float> resolved(before.vertices.size(), 1.0f);
  resolved[resolved.size() / 2] = 0.0f;
  made.liquid[0] += made.liquid[0] / 10;  // more than the shift can make up for
  hold_volume(made.grid, made.piece, made.liquid, resolved, made.surface);
  for (std::size_t v = 0; v < before.vertices.size(); ++v) {
    const bool is_top = before.vertices[v][1] * made.grid.spacing[1] > 5.5 && resolved[v] > 0.0f;
    const float most = is_top ? static_cast<float>(0.08 * made.grid.particle_spacing / made.grid.spacing[1]) : 0.0f;
    for (int a = 0; a < D; ++a)
      EXPECT_NEAR(made.surface.vertices[v][a] - before.vertices[v][a], a == 1 ? most : 0.0f, 1e-5f);
  }
}

TYPED_TEST(HoldVolume, half_a_per_cent_is_left_alone) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(24, 24, 24));
  const ParticleFrame drop =
      lattice(scene, 0.0, [&](const Vec3d& x) { return square_distance(D, x, vec(12, 12, 12)) < 81.0; });
  Made<D> made(scene, drop);
  const std::vector<float> resolved(made.surface.vertices.size(), 1.0f);
  const double spacing = made.grid.particle_spacing;
  const auto enclosed = [&] {
    double sum = 0.0;
    for (const auto& face : made.surface.faces) {
      Vec3d x[3] = {};
      for (std::size_t k = 0; k < D; ++k)
        for (int a = 0; a < D; ++a) x[k][a] = made.surface.vertices[face[k]][a] * made.grid.spacing[a];
      sum += D == 2 ? cross(x[0], x[1])[2] / 2.0 : dot(x[0], cross(x[1], x[2])) / 6.0;
    }
    return sum / std::pow(spacing, D);
  };
  const auto as_it_is = enclosed();
  made.liquid[0] = static_cast<std::uint32_t>(as_it_is * 1.004);
  hold_volume(made.grid, made.piece, made.liquid, resolved, made.surface);
  EXPECT_EQ(enclosed(), as_it_is);
  made.liquid[0] = static_cast<std::uint32_t>(as_it_is * 1.01);
  hold_volume(made.grid, made.piece, made.liquid, resolved, made.surface);
  EXPECT_NEAR(enclosed() / made.liquid[0], 0.995, 2e-4);
}

}  // namespace
}  // namespace spindrift
