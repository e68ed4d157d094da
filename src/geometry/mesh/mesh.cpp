// Checks and welds a mesh from a scene; makes its body, one for each scale and rotation, on first use.
#include "spindrift/mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/no_throw.h"
#include "exec/locked.h"
#include "geometry/mesh/mesh_body.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/rotation.h"

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

// A mesh that is not turned keeps its numbers to the last bit.
Result<TriangleMesh> posed(TriangleMesh mesh, double scale, const Vec3d& rotation_degrees) {
  const auto refuse = [](const char* message) { return Error{ErrorCode::kBadInput, message}; };
  if (!(std::isfinite(scale) && scale > 0.0)) return refuse("the scale of a mesh must be larger than 0");
  if (!std::isfinite(length(rotation_degrees))) return refuse("the rotation of a mesh must be finite");
  const Matrix<3> rotation = rotation_from_angles(rotation_degrees);
  for (auto& vertex : mesh.vertices) {
    Vec3d larger = Vec3d::from(vertex) * scale;
    if (rotation_degrees != Vec3d{}) larger = rotation * larger;
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
  using Key = std::pair<double, std::array<double, 3>>;  // scale, rotation
  Locked<std::map<Key, std::shared_ptr<const Body>>> by_pose;
};

Mesh::Mesh(TriangleMesh mesh, std::optional<std::uint64_t> file_checksum)
    : mesh_(std::move(mesh)), file_checksum_(file_checksum), bodies_(std::make_unique<Bodies>()) {}
Mesh::~Mesh() = default;

Result<std::shared_ptr<const Mesh>> Mesh::create(const TriangleMesh& mesh, const std::string& name,
                                                 std::optional<std::uint64_t> file_checksum) {
  return no_throw("taking in a mesh", [&]() -> Result<std::shared_ptr<const Mesh>> {
    if (const Status sound = check_numbers(mesh, name); !sound) return sound.error();
    TriangleMesh whole = welded(mesh);
    if (whole.triangles.empty()) return Error{ErrorCode::kBadInput, "the mesh holds no triangles", {name}};
    if (const Status closed = check_closed(whole, name); !closed) return closed.error();
    return std::shared_ptr<const Mesh>(new Mesh(std::move(whole), file_checksum));
  });
}

Result<std::shared_ptr<const Mesh::Body>> Mesh::body(double scale, const Vec3d& rotation_degrees) const {
  const auto find_or_make = [&](auto& bodies) -> Result<std::shared_ptr<const Body>> {
    std::shared_ptr<const Body>& body = bodies[{scale, rotation_degrees.at}];
    if (!body) {
      const auto larger = posed(mesh_, scale, rotation_degrees);
      if (!larger) return larger.error();
      body = std::make_shared<const Body>(*larger);
    }
    return body;
  };
  return no_throw("computing the distances to a mesh", [&] { return bodies_->by_pose.with(find_or_make); });
}

}  // namespace spindrift
