#include "picture/ray_meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "exec/parallel.h"
#include "geometry/motion.h"
#include "geometry/place_solids.h"
#include "surface/solid_surface.h"

namespace spindrift {

namespace {

constexpr int kCellsAcross = 160;        // of the grid a solid is polygonised on
constexpr double kNormalStep = 0.02;     // of that grid's cells, for normals by differences: edges stay sharp
constexpr double kCreaseDegrees = 40.0;  // between two faces of a mesh from a file: a larger angle is an edge

void add_box(RayMesh& mesh, const Vec3f& low, const Vec3f& high) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int c = 0; c < 8; ++c)
    mesh.vertices.push_back({{c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]}});
  constexpr std::uint32_t kQuads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& q : kQuads) {
    mesh.triangles.push_back({first + q[0], first + q[1], first + q[2]});
    mesh.triangles.push_back({first + q[0], first + q[2], first + q[3]});
  }
}

// A mesh from a file in its pose. Each corner of a face has the mean normal of the faces around it that are not beyond
// a crease.
RayMesh given_mesh(const SolidSettings& settings, const Solid<3>& solid, double skin) {
  const TriangleMesh& given = settings.shape.mesh->triangles();
  SolidSettings unmoved;
  unmoved.pivot = settings.pivot;
  const Solid<3> at_rest(nullptr, unmoved);
  const Matrix<3> rotation = rotation_from_angles(settings.shape.rotation_degrees);
  std::vector<Vec3f> places;
  for (const auto& vertex : given.vertices) {
    const Vec3d x = rotation * (Vec3d::from(vertex) * settings.shape.scale) + settings.shape.offset;
    places.push_back(Vec3f::from(at_rest.in_pose_of(solid, x)));
  }
  std::vector<Vec3f> faces;                              // normals, of twice the face's area
  std::vector<std::pair<int, std::uint32_t>> corner_of;  // vertex and face, sorted
  for (std::uint32_t f = 0; f < given.triangles.size(); ++f) {
    const auto& corners = given.triangles[f];
    faces.push_back(cross(places[corners[1]] - places[corners[0]], places[corners[2]] - places[corners[0]]));
    for (const int v : corners) corner_of.emplace_back(v, f);
  }
  std::sort(corner_of.begin(), corner_of.end());
  const auto crease = static_cast<float>(std::cos(kCreaseDegrees * std::numbers::pi / 180.0));
  RayMesh mesh;
  for (std::uint32_t f = 0; f < given.triangles.size(); ++f) {
    for (const int v : given.triangles[f]) {
      Vec3f sum{};
      for (auto at = std::lower_bound(corner_of.begin(), corner_of.end(), std::pair(v, std::uint32_t{0}));
           at != corner_of.end() && at->first == v; ++at)
        if (dot(normalized(faces[f]), normalized(faces[at->second])) > crease) sum += faces[at->second];
      const Vec3f normal = normalized(sum);
      mesh.vertices.push_back(places[v] + normal * static_cast<float>(skin));
      mesh.normals.push_back(normal);
    }
    mesh.triangles.push_back({3 * f, 3 * f + 1, 3 * f + 2});
  }
  mesh.is_flat.assign(mesh.triangles.size(), 0);
  return mesh;
}

}  // namespace

Result<std::vector<Solid<3>>> make_solids(const Scene& scene) {
  std::vector<Solid<3>> solids;
  if (Status placed = place_solids<3>(scene, Domain<3>(scene.domain), solids); !placed) return placed.error();
  return solids;
}

RayMesh solid_mesh(const Scene& scene, const SolidSettings& settings, const Solid<3>& solid, double skin) {
  if (settings.shape.kind == ShapeSettings::Kind::kMesh) return given_mesh(settings, solid, skin);
  const double margin = 0.03 * length(scene.domain.size);
  const Vec3d around = Vec3d::filled(margin);
  const Box<3> within{-around, scene.domain.size + around};
  const SolidSurface<3> surface = find_solid_surface(solid, within, skin, kCellsAcross);
  RayMesh mesh;
  mesh.triangles = surface.faces;
  mesh.is_flat.assign(mesh.triangles.size(), 0);
  mesh.vertices.resize(surface.vertices.size());
  mesh.normals.resize(surface.vertices.size());
  parallel_for(
      "place vertices on solid", surface.vertices.size(),
      [&](std::size_t v) {
        const VecD<3>& x = surface.vertices[v];
        mesh.vertices[v] = Vec3f::from(x);
        mesh.normals[v] = normalized(Vec3f::from(solid.normal(x, kNormalStep * surface.spacing)));
      },
      256);
  mesh.normal_at = [solid, step = kNormalStep * surface.spacing](const Vec3f& x) {
    return normalized(Vec3f::from(solid.normal(Vec3d::from(x), step)));
  };
  return mesh;
}

RayMesh frame_mesh(const Scene& scene) {
  RayMesh mesh;
  const Vec3f size = Vec3f::from(scene.domain.size);
  const float r = 0.0009f * length(size);
  for (int axis = 0; axis < 3; ++axis)
    for (int c = 0; c < 4; ++c) {
      Vec3f low, high;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      low[axis] = -2.0f * r, high[axis] = size[axis] + 2.0f * r;
      // Outside the domain, so that no liquid is inside the bars.
      low[u] = c & 1 ? size[u] : -2.0f * r, high[u] = low[u] + 2.0f * r;
      low[v] = c & 2 ? size[v] : -2.0f * r, high[v] = low[v] + 2.0f * r;
      if (high[1] <= 0.0f && axis != 1) continue;  // in the floor
      add_box(mesh, low, high);
    }
  return mesh;
}

namespace {

// Passes of averaging over neighbours. They remove waves of up to about ten edges (five cells); the flow has hardly any
// shorter ones.
constexpr int kPasses = 30;
// The angle of a normal to the mean around it, radians. Below the first value it is noise of particles and is removed,
// above the second it is a splash and stays. Random particles leave slopes of 0.1.
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
    const Vec3f normal = cross(q - p, r - p);  // weighted by the face's area
    for (const std::uint32_t corner : corners) mesh.normals[corner] += normal;
  }
  for (Vec3f& normal : mesh.normals) normal = normalized(normal);
  calm_normals(mesh);
  const std::vector<float>& colors = liquid.columns.values("color");
  if (scene.has_own_colors() && !colors.empty() && !scene.render.absorption) {
    mesh.tints.resize(liquid.vertices());
    for (std::size_t v = 0; v < liquid.vertices(); ++v)
      mesh.tints[v] = colored_tint(scene, {colors[3 * v], colors[3 * v + 1], colors[3 * v + 2]});
  }
  return mesh;
}

}  // namespace spindrift
