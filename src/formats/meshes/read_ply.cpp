// PLY, as text or binary of either byte order: the positions of element `vertex` and the lists of element `face`. All
// other elements and properties are read over. Every value passes through a double, which holds each PLY type exactly.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/ply_header.h"
#include "formats/meshes/ply_values.h"
#include "formats/meshes/polygon_mesh.h"

namespace spindrift {

namespace {

Status read_list(const PlyProperty& property, double count, PlyValues& values, PolygonMesh* mesh,
                 const std::string& file) {
  if (!(count >= 0.0 && count <= std::numeric_limits<int>::max() && count == std::floor(count))) {
    return mesh_error(file, values.line(), fmt::format("'{}' is not the length of a list", count));
  }
  if (mesh != nullptr) mesh->begin_face(values.line());
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const auto value = values.next(property.type);
    if (!value) return value.error();
    if (mesh == nullptr) continue;
    if (!(std::abs(*value) <= std::numeric_limits<int>::max() && *value == std::floor(*value))) {
      return mesh_error(file, values.line(), fmt::format("vertex index {} is out of range", *value));
    }
    mesh->add_corner(static_cast<int>(*value));
  }
  return Done{};
}

Status read_one(const PlyElement& element, PlyValues& values, PolygonMesh& mesh, const std::string& file) {
  Vec<float, 3> position;
  for (const PlyProperty& property : element.properties) {
    const auto value = values.next(property.is_list ? property.count_type : property.type);
    if (!value) return value.error();
    if (property.is_list) {
      const bool is_face = element.name == "face" && property.name.starts_with("vertex_ind");  // -ex or -ices
      const Status status = read_list(property, *value, values, is_face ? &mesh : nullptr, file);
      if (!status) return status.error();
    } else if (element.name == "vertex" && property.name.size() == 1 && property.name >= "x" && property.name <= "z") {
      const auto coordinate = to_coordinate(*value);
      if (!coordinate) {
        return mesh_error(file, values.line(),
                          fmt::format("vertex {} has a coordinate that is not finite", mesh.vertices.size()));
      }
      position[property.name[0] - 'x'] = *coordinate;
    }
  }
  if (element.name == "vertex") mesh.vertices.push_back(position);
  return Done{};
}

Status check_has_positions(const PlyHeader& header, const std::string& file) {
  for (const PlyElement& element : header.elements) {
    if (element.name != "vertex") continue;
    for (const char* axis : {"x", "y", "z"}) {
      const bool has_axis = std::any_of(element.properties.begin(), element.properties.end(),
                                        [&](const PlyProperty& p) { return !p.is_list && p.name == axis; });
      if (!has_axis) return mesh_error(file, 0, fmt::format("element 'vertex' has no property '{}'", axis));
    }
    return Done{};
  }
  return mesh_error(file, 0, "the file has no element 'vertex'");
}

}  // namespace

Result<TriangleMesh> read_ply(std::string_view bytes, const std::string& file) {
  const auto header = read_ply_header(bytes, file);
  if (!header) return header.error();
  if (const Status status = check_has_positions(*header, file); !status) return status.error();
  PolygonMesh mesh;
  PlyValues values(*header, file);
  for (const PlyElement& element : header->elements) {
    if (element.properties.empty()) continue;
    if (const Status fits = values.check_room(element); !fits) return fits.error();
    for (std::int64_t i = 0; i < element.count; ++i) {
      if (const Status status = read_one(element, values, mesh, file); !status) return status.error();
    }
  }
  return triangulated(mesh, file);
}

}  // namespace spindrift
