#include "picture/trace/solid_meshes.h"

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
constexpr double kCreaseDegrees = 40.0;  // between two faces of a given mesh: a wider angle is an edge, not a bend

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

// A given mesh as it stands, smooth but for its creases: each corner of a face has the mean normal of the faces around
// it that go on without a crease.
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
  std::vector<Vec3f> faces;                              // normals, as long as twice the face is large
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
  const float r = 0.0016f * length(size);
  for (int axis = 0; axis < 3; ++axis)
    for (int c = 0; c < 4; ++c) {
      Vec3f low, high;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      low[axis] = -2.0f * r, high[axis] = size[axis] + 2.0f * r;
      // Outside of the domain, so that the liquid does not stand in them.
      low[u] = c & 1 ? size[u] : -2.0f * r, high[u] = low[u] + 2.0f * r;
      low[v] = c & 2 ? size[v] : -2.0f * r, high[v] = low[v] + 2.0f * r;
      if (high[1] <= 0.0f && axis != 1) continue;  // in the floor
      add_box(mesh, low, high);
    }
  return mesh;
}

}  // namespace spindrift
