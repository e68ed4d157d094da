// Triangulation of faces by ear clipping, in the coordinate plane that shows the face best.
#include "formats/meshes/polygon_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace spindrift {

namespace {

// Ear clipping takes up to the cube of the corners; beyond this a concave face is refused instead of stalling.
constexpr int kMaxConcaveCorners = 256;

struct Corner {
  int vertex = 0;
  VecD<2> at{};  // in the plane of the face, which turns counter-clockwise there
};

double turn(const Corner& a, const Corner& b, const Corner& c) {
  const VecD<2> ab = b.at - a.at, bc = c.at - b.at;
  return ab[0] * bc[1] - ab[1] * bc[0];
}

// Newell's formula: twice the area of the face in each coordinate plane, whatever its shape.
Vec3d area_vector(const std::vector<Vec<float, 3>>& vertices, std::span<const int> face) {
  Vec3d area;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const auto origin = Vec3d::from(vertices[face[0]]);
    const auto a = Vec3d::from(vertices[face[i]]) - origin;
    const auto b = Vec3d::from(vertices[face[(i + 1) % face.size()]]) - origin;
    area += cross(a, b);
  }
  return area;
}

std::vector<Corner> flattened(const std::vector<Vec<float, 3>>& vertices, std::span<const int> face) {
  const Vec3d area = area_vector(vertices, face);
  int away = 0;  // the axis to look along
  for (int axis = 1; axis < 3; ++axis) {
    if (std::abs(area[axis]) > std::abs(area[away])) away = axis;
  }
  int right = (away + 1) % 3, up = (away + 2) % 3;
  if (area[away] < 0.0) std::swap(right, up);
  std::vector<Corner> corners;
  for (const int vertex : face) {
    const auto& p = vertices[vertex];
    corners.push_back({vertex, {{p[right], p[up]}}});
  }
  return corners;
}

bool is_convex(const std::vector<Corner>& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (turn(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]) < 0.0) return false;
  }
  return true;
}

// An ear can be cut off at `tip`: it turns left and no other corner lies in the triangle.
bool is_ear(const std::vector<Corner>& corners, std::size_t tip) {
  const std::size_t n = corners.size();
  const Corner &a = corners[(tip + n - 1) % n], &b = corners[tip], &c = corners[(tip + 1) % n];
  if (turn(a, b, c) <= 0.0) return false;
  return std::none_of(corners.begin(), corners.end(), [&](const Corner& p) {
    if (p.at == a.at || p.at == b.at || p.at == c.at) return false;
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
  });
}

void clip_ears(std::vector<Corner>& corners, std::vector<std::array<int, 3>>& triangles) {
  std::size_t tip = 0;
  while (corners.size() > 3) {
    std::size_t tried = 0;
    while (tried < corners.size() && !is_ear(corners, (tip + tried) % corners.size())) ++tried;
    const std::size_t n = corners.size();
    tip = (tip + tried) % n;  // when the face crosses itself and has no ear, any corner will do
    triangles.push_back({corners[(tip + n - 1) % n].vertex, corners[tip].vertex, corners[(tip + 1) % n].vertex});
    corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(tip));
  }
  triangles.push_back({corners[0].vertex, corners[1].vertex, corners[2].vertex});
}

bool triangulate_face(const std::vector<Vec<float, 3>>& vertices, std::span<const int> face,
                      std::vector<std::array<int, 3>>& triangles) {
  const bool is_triangle = face.size() == 3;
  std::vector<Corner> corners = is_triangle ? std::vector<Corner>{} : flattened(vertices, face);
  if (is_triangle || is_convex(corners)) {
    for (std::size_t i = 2; i < face.size(); ++i) triangles.push_back({face[0], face[i - 1], face[i]});
    return true;
  }
  if (face.size() > kMaxConcaveCorners) return false;
  clip_ears(corners, triangles);
  return true;
}

}  // namespace

Result<TriangleMesh> triangulated(const PolygonMesh& mesh, const std::string& file) {
  TriangleMesh result;
  const int vertex_count = static_cast<int>(mesh.vertices.size());
  for (const PolygonMesh::Face& face : mesh.faces) {
    const auto refuse = [&](std::string message) {
      return Error{ErrorCode::kBadInput, std::move(message), Place{file, face.line}};
    };
    const auto corners =
        std::span(mesh.corners).subspan(static_cast<std::size_t>(face.first), static_cast<std::size_t>(face.count));
    if (face.count < 3) return refuse(fmt::format("a face needs at least 3 vertices, this one has {}", face.count));
    for (const int corner : corners) {
      if (corner >= 0 && corner < vertex_count) continue;
      return refuse(fmt::format("vertex index {} is out of range: the file has {} vertices, counted from {}",
                                std::int64_t{corner} + mesh.index_base, vertex_count, mesh.index_base));
    }
    if (!triangulate_face(mesh.vertices, corners, result.triangles)) {
      return refuse(fmt::format("a concave face has {} corners, the limit is {}; triangulate the mesh first",
                                face.count, kMaxConcaveCorners));
    }
  }
  result.vertices = mesh.vertices;
  return result;
}

}  // namespace spindrift
