// Checks and welds a mesh from a scene; makes its body, one for each scale, on first use.
#include "spindrift/mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/no_throw.h"
#include "exec/locked.h"
#include "geometry/mesh/mesh_body.h"
#include "geometry/mesh/triangle_mesh.h"

namespace spindrift {

namespace {

// Beyond these sizes (metres) the squares of single-precision distances lose their meaning.
constexpr double kLargestCoordinate = 1e9, kSmallestSize = 1e-9;

double longest_side(const TriangleMesh& mesh) {
  Vec<float, 3> low = mesh.vertices.front(), high = low;
  for (const auto& vertex : mesh.vertices) {
    low = min(low, vertex);
    high = max(high, vertex);
  }
  const Vec<float, 3> sides = high - low;
  return *std::max_element(sides.at.begin(), sides.at.end());
}

Result<TriangleMesh> scaled(TriangleMesh mesh, double scale) {
  const auto refuse = [](const char* message) { return Error{ErrorCode::kBadInput, message}; };
  if (!(std::isfinite(scale) && scale > 0.0)) return refuse("the scale of a mesh must be larger than 0");
  for (auto& vertex : mesh.vertices) {
    const Vec3d larger = Vec3d::from(vertex) * scale;
    if (!(length(larger) <= kLargestCoordinate)) return refuse("a mesh must stay within 1e9 m; check 'scale'");
    vertex = Vec<float, 3>::from(larger);
  }
  if (longest_side(mesh) < kSmallestSize) return refuse("a mesh must be larger than 1e-9 m; check 'scale'");
  return mesh;
}

// What welding takes for granted.
Status check_numbers(const TriangleMesh& mesh, const std::string& name) {
  const auto refuse = [&](const char* message) { return Error{ErrorCode::kBadInput, message, {name}}; };
  for (const auto& vertex : mesh.vertices)
    if (!std::isfinite(length(Vec3d::from(vertex)))) return refuse("a vertex of the mesh is not finite");
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || static_cast<std::size_t>(corner) >= mesh.vertices.size())
        return refuse("a corner of the mesh is no vertex");
  return Done{};
}

}  // namespace

struct Mesh::Bodies {
  Locked<std::map<double, std::shared_ptr<const Body>>> by_scale;
};

Mesh::Mesh(TriangleMesh mesh) : mesh_(std::move(mesh)), bodies_(std::make_unique<Bodies>()) {}
Mesh::~Mesh() = default;

Result<std::shared_ptr<const Mesh>> Mesh::create(const TriangleMesh& mesh, const std::string& name) {
  return no_throw("taking in a mesh", [&]() -> Result<std::shared_ptr<const Mesh>> {
    if (const Status sound = check_numbers(mesh, name); !sound) return sound.error();
    TriangleMesh whole = welded(mesh);
    if (whole.triangles.empty()) return Error{ErrorCode::kBadInput, "the mesh holds no triangles", {name}};
    if (const Status closed = check_closed(whole, name); !closed) return closed.error();
    return std::shared_ptr<const Mesh>(new Mesh(std::move(whole)));
  });
}

Result<std::shared_ptr<const Mesh::Body>> Mesh::body(double scale) const {
  const auto find_or_make = [&](auto& bodies) -> Result<std::shared_ptr<const Body>> {
    std::shared_ptr<const Body>& body = bodies[scale];
    if (!body) {
      const auto larger = scaled(mesh_, scale);
      if (!larger) return larger.error();
      body = std::make_shared<const Body>(*larger);
    }
    return body;
  };
  return no_throw("computing the distances to a mesh", [&] { return bodies_->by_scale.with(find_or_make); });
}

}  // namespace spindrift
