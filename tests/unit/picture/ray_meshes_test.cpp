// Solids in pictures are smooth where they are round and sharp where they have edges; calm water is smooth, and what is
// curved stays curved.
#include "picture/ray_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/scenes.h"
#include "support/surfaces.h"

namespace spindrift {
namespace {

using namespace testing;

RayMesh mesh_of(const SolidSettings& settings, double time = 0.0) {
  Scene scene = empty_box(3, vec(8, 8, 8));
  scene.solids = {settings};
  auto solids = make_solids(scene);
  EXPECT_TRUE(solids);
  solids->front().move_to(time, 0.0);
  return solid_mesh(scene, settings, solids->front(), 0.0);
}

// An upright column with many sides, of radius 1, between the heights 0 and 1.
SolidSettings column(int sides) {
  TriangleMesh mesh;
  for (int i = 0; i < sides; ++i)
    for (const float height : {0.0f, 1.0f}) {
      const auto angle = static_cast<float>(2.0 * std::numbers::pi * i / sides);
      mesh.vertices.push_back({{std::cos(angle), height, -std::sin(angle)}});
    }
  for (int i = 0; i < sides; ++i) {
    const int a = 2 * i, b = 2 * ((i + 1) % sides);
    mesh.triangles.push_back({a, b, b + 1});
    mesh.triangles.push_back({a, b + 1, a + 1});
  }
  for (int i = 1; i + 1 < sides; ++i) {
    mesh.triangles.push_back({1, 2 * i + 1, 2 * i + 3});
    mesh.triangles.push_back({0, 2 * i + 2, 2 * i});
  }
  SolidSettings settings;
  settings.shape.kind = ShapeSettings::Kind::kMesh;
  settings.shape.file = "column";
  settings.shape.mesh = *Mesh::create(mesh, "column");
  settings.shape.offset = vec(4, 2, 4);
  return settings;
}

TEST(SolidMeshes, a_mesh_from_a_file_is_smooth_except_at_creases) {
  const RayMesh round = mesh_of(column(24));
  ASSERT_FALSE(round.triangles.empty());
  for (std::size_t v = 0; v < round.vertices.size(); ++v) {
    const Vec3f& normal = round.normals[v];
    const Vec3f out = normalized(Vec3f{{round.vertices[v][0] - 4.0f, 0.0f, round.vertices[v][2] - 4.0f}});
    const bool is_cap = std::abs(normal[1]) > 0.5f;
    EXPECT_GT(is_cap ? std::abs(normal[1]) : dot(normal, out), 0.995f) << "never between the mantle and a cap";
  }
  const RayMesh edged = mesh_of(column(6));  // 60 degrees from side to side
  for (std::size_t f = 0; f < edged.triangles.size(); ++f)
    for (int k = 1; k < 3; ++k) EXPECT_GT(dot(edged.normals[3 * f], edged.normals[3 * f + k]), 0.9999f);
}

TEST(SolidMeshes, a_mesh_from_a_file_moves_with_its_solid) {
  SolidSettings settings = column(24);
  settings.pivot = vec(4, 2, 4);
  settings.velocity = vec(1, 0, 0);
  settings.angular_velocity_degrees = vec(0, 0, 90);
  const RayMesh mesh = mesh_of(settings, 1.0);
  float low = 1e9f, high = -1e9f;
  for (const Vec3f& vertex : mesh.vertices) low = std::min(low, vertex[0]), high = std::max(high, vertex[0]);
  EXPECT_NEAR(low, 4.0f, 1e-4f) << "turned about the pivot, its top points to the left";
  EXPECT_NEAR(high, 5.0f, 1e-4f);
}

TEST(SolidMeshes, edges_of_a_box_are_sharp_and_balls_are_round) {
  const RayMesh cube = mesh_of(solid(box(vec(2, 2, 2), vec(6, 6, 6))));
  for (const Vec3f& vertex : cube.vertices) {
    const Vec3f normal = cube.normal_at(vertex);
    EXPECT_GT(std::max({std::abs(normal[0]), std::abs(normal[1]), std::abs(normal[2])}), 0.7f);
  }
  EXPECT_GT(cube.normal_at({{5.99f, 4.0f, 5.97f}})[0], 0.999f) << "a little behind an edge";
  const RayMesh ball = mesh_of(solid(sphere(vec(4, 4, 4), 2)));
  for (const auto& corners : ball.triangles) {
    const Vec3f middle = (ball.vertices[corners[0]] + ball.vertices[corners[1]] + ball.vertices[corners[2]]) / 3.0f;
    EXPECT_GT(dot(ball.normal_at(middle), normalized(middle - Vec3f{{4, 4, 4}})), 0.99999f);
  }
}

// A ball of few faces, in a light that grazes half of it.
TEST(SolidMeshes, no_face_of_a_round_solid_shadows_the_next) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  RayScene rays;
  rays.add(mesh_of(column(24)));
  rays.commit();
  int shadowed = 0, lit = 0;
  const Vec3f sun = normalized(Vec3f{{1, 0.3f, 0}});
  for (float x = -0.99f; x < 0.99f; x += 0.005f) {
    const RayHit hit = rays.first_hit({{4.0f + x, 2.5f, 20.0f}}, {{0, 0, -1}}, 1e-4f, 100.0f);
    if (hit.mesh < 0 || dot(hit.smooth_normal, sun) < 0.02f) continue;
    ++lit;
    shadowed += rays.first_hit(hit.smooth_point, sun, 1e-4f, 100.0f).mesh >= 0;
  }
  EXPECT_GT(lit, 100);
  EXPECT_EQ(shadowed, 0);
}

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
