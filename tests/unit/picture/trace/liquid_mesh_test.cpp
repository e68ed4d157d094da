// Calm water is smooth in pictures, and what is curved stays curved.
#include "picture/trace/liquid_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"
#include "support/surfaces.h"

namespace spindrift {
namespace {

using namespace testing;

// Root mean square of what normals are off by, from those of a formula.
template <class Exact>
double roughness(const RayMesh& mesh, const std::vector<Vec3f>& normals, Exact&& exact) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t v = 0; v < normals.size(); ++v) {
    if (length(normals[v]) == 0.0f) continue;  // in a side of the domain
    const Vec3f off = normals[v] - exact(mesh.vertices[v]);
    sum += static_cast<double>(dot(off, off));
    ++count;
  }
  return std::sqrt(sum / count);
}

// Of the faces as they are.
std::vector<Vec3f> face_normals(const RayMesh& mesh) {
  std::vector<Vec3f> normals(mesh.vertices.size());
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    const auto& [p, q, r] = mesh.triangles[f];
    if (mesh.is_flat[f]) continue;
    const Vec3f normal = cross(mesh.vertices[q] - mesh.vertices[p], mesh.vertices[r] - mesh.vertices[p]);
    for (const std::uint32_t v : {p, q, r}) normals[v] += normal;
  }
  for (Vec3f& normal : normals) normal = normalized(normal);
  return normals;
}

TEST(LiquidMesh, a_pool_of_uneven_particles_has_even_normals) {
  const Scene scene = empty_box(3, vec(12, 12, 12));
  const RayMesh mesh =
      liquid_mesh(scene, surface_of(scene, lattice(scene, 0.8, [](const Vec3d& x) { return x[1] < 5.0; })));
  const auto up = [](const Vec3f&) { return Vec3f{{0, 1, 0}}; };
  const double rough = roughness(mesh, face_normals(mesh), up);
  EXPECT_GT(rough, 0.02) << "or there is nothing to smooth";
  EXPECT_LT(roughness(mesh, mesh.normals, up), 0.4 * rough);
}

TEST(LiquidMesh, a_ball_of_liquid_stays_round) {
  const Scene scene = empty_box(3, vec(16, 16, 16));
  const auto inside = [](const Vec3d& x) { return length(x - vec(8, 8, 8)) < 5.0; };
  const RayMesh mesh = liquid_mesh(scene, surface_of(scene, lattice(scene, 0.2, inside)));
  const auto out = [](const Vec3f& x) { return normalized(x - Vec3f{{8, 8, 8}}); };
  EXPECT_LT(roughness(mesh, mesh.normals, out), roughness(mesh, face_normals(mesh), out) + 0.01);
  EXPECT_LT(roughness(mesh, mesh.normals, out), 0.06);
}

}  // namespace
}  // namespace spindrift
