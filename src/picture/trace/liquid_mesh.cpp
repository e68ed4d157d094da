#include "picture/trace/liquid_mesh.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

// Passes of averaging over neighbours: they even out waves of up to some ten edges, which is five cells. The flow has
// hardly any shorter ones.
constexpr int kPasses = 30;
// How far a normal may be from the mean around it, radians: up to the first it is the particles' unevenness and goes,
// from the second on it is a splash and stays. Particles at random leave slopes of a tenth.
constexpr float kUneven = 0.12f, kSplash = 0.40f;

// A face in a side of the domain.
bool lies_in_side(const RayMesh& mesh, const std::array<std::uint32_t, 3>& corners, const Vec3f& size) {
  for (int a = 0; a < 3; ++a) {
    const float slack = 1e-5f * size[a];
    for (const float side : {0.0f, size[a]})
      if (std::all_of(corners.begin(), corners.end(),
                      [&](std::uint32_t v) { return std::abs(mesh.vertices[v][a] - side) < slack; }))
        return true;
  }
  return false;
}

std::vector<Vec3f> mean_normals(const RayMesh& mesh) {
  std::vector<Vec3f> mean = mesh.normals, sum;
  for (int pass = 0; pass < kPasses; ++pass) {
    sum = mean;
    for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
      if (mesh.is_flat[f]) continue;
      const auto& [p, q, r] = mesh.triangles[f];
      sum[p] += mean[q] + mean[r];
      sum[q] += mean[r] + mean[p];
      sum[r] += mean[p] + mean[q];
    }
    for (std::size_t v = 0; v < mean.size(); ++v) mean[v] = normalized(sum[v]);
  }
  return mean;
}

void calm_normals(RayMesh& mesh) {
  const std::vector<Vec3f> mean = mean_normals(mesh);
  for (std::size_t v = 0; v < mean.size(); ++v) {
    const float off = length(mesh.normals[v] - mean[v]);
    const float own = std::clamp((off - kUneven) / (kSplash - kUneven), 0.0f, 1.0f);
    mesh.normals[v] = normalized(mean[v] + (mesh.normals[v] - mean[v]) * own);
  }
}

}  // namespace

RayMesh liquid_mesh(const Scene& scene, const SurfaceMesh& liquid) {
  RayMesh mesh;
  mesh.vertices.resize(liquid.vertices());
  for (std::size_t v = 0; v < liquid.vertices(); ++v)
    mesh.vertices[v] = {{liquid.position[3 * v], liquid.position[3 * v + 1], liquid.position[3 * v + 2]}};
  mesh.triangles.resize(liquid.faces());
  mesh.is_flat.assign(liquid.faces(), 0);
  mesh.normals.assign(liquid.vertices(), Vec3f{});
  const Vec3f size = Vec3f::from(Vec3d::from(scene.domain.cells()) * scene.domain.cell());
  for (std::size_t f = 0; f < liquid.faces(); ++f) {
    auto& corners = mesh.triangles[f];
    for (std::size_t k = 0; k < 3; ++k) corners[k] = liquid.corners[3 * f + k];
    mesh.is_flat[f] = lies_in_side(mesh, corners, size);
    if (mesh.is_flat[f]) continue;
    const Vec3f &p = mesh.vertices[corners[0]], &q = mesh.vertices[corners[1]], &r = mesh.vertices[corners[2]];
    const Vec3f normal = cross(q - p, r - p);  // as long as the face is large
    for (const std::uint32_t corner : corners) mesh.normals[corner] += normal;
  }
  for (Vec3f& normal : mesh.normals) normal = normalized(normal);
  calm_normals(mesh);
  if (scene.has_own_colors() && !liquid.color.empty() && !scene.render.absorption) {
    mesh.tints.resize(liquid.vertices());
    for (std::size_t v = 0; v < liquid.vertices(); ++v)
      mesh.tints[v] = colored_tint(scene, {liquid.color[3 * v], liquid.color[3 * v + 1], liquid.color[3 * v + 2]});
  }
  return mesh;
}

}  // namespace spindrift
