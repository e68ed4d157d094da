// Meshes from files: OBJ, PLY, and the choice of the reader. STL has a file of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/no_throw.h"
#include "formats/files/checksum.h"
#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/ply_file.h"
#include "formats/meshes/text_scanner.h"
#include "spindrift/files.h"
#include "spindrift/mesh.h"

namespace spindrift {

namespace {

// Meshes with faces of any number of corners, as OBJ and PLY files hold them, and their division into triangles.
struct PolygonMesh {
  struct Face {
    int first = 0;  // in `corners`
    int count = 0;
    int line = 0;  // of the file; 0 for binary files
  };
  std::vector<Vec<float, 3>> vertices;
  std::vector<int> corners;  // vertex indices from 0, not yet checked
  std::vector<Face> faces;
  int index_base = 0;  // what the file calls the first vertex, for messages

  void begin_face(int line) { faces.push_back({static_cast<int>(corners.size()), 0, line}); }
  void add_corner(int vertex) {
    corners.push_back(vertex);
    ++faces.back().count;
  }
};

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

// Checks every index. Convex faces become fans, others lose ears. All corners of a face are used, so that faces which
// meet in the file still meet edge to edge.
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

Status read_face(TextScanner& scanner, PolygonMesh& mesh, const std::string& file) {
  mesh.begin_face(scanner.line());
  while (true) {
    const std::string_view word = scanner.next_word_on_line();
    if (word.empty() || word.front() == '#') return Done{};
    const auto index = parse_integer(word.substr(0, word.find('/')));  // 7, 7/1, 7//3 or 7/1/3
    if (!index || *index == 0)
      return mesh_error(file, scanner.line(), fmt::format("'{:.40}' is not a vertex index", word));
    const auto known = static_cast<std::int64_t>(mesh.vertices.size());
    const std::int64_t vertex = *index > 0 ? *index - 1 : known + *index;
    if (vertex < 0 || vertex > std::numeric_limits<int>::max()) {
      return mesh_error(file, scanner.line(),
                        fmt::format("vertex index {} is out of range: {} vertices come before it", *index, known));
    }
    mesh.add_corner(static_cast<int>(vertex));
  }
}

}  // namespace

Result<TriangleMesh> read_obj(std::string_view bytes, const std::string& file) {
  TextScanner scanner(bytes);
  PolygonMesh mesh;
  mesh.index_base = 1;
  while (!scanner.is_at_end()) {
    const std::string_view keyword = scanner.next_word_on_line();
    if (keyword == "v") {
      const auto position = read_position(scanner, file);
      if (!position) return position.error();
      mesh.vertices.push_back(*position);
    } else if (keyword == "f") {
      if (const Status status = read_face(scanner, mesh, file); !status) return status.error();
    }
    scanner.skip_line();
  }
  return triangulated(mesh, file);
}

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

namespace {

// Every index a reader makes from a file below this size fits an int.
constexpr std::uintmax_t kMaxFileBytes = std::numeric_limits<int>::max();

Result<std::string> read_bytes(const std::string& file) {
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) return mesh_error(file, 0, "the mesh file does not exist");
  if (!std::filesystem::is_regular_file(file, failure)) return mesh_error(file, 0, "this is not a file");
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) return mesh_error(file, 0, "cannot read the mesh file: " + failure.message());
  if (size == 0) return mesh_error(file, 0, "the mesh file is empty");
  if (size > kMaxFileBytes) return mesh_error(file, 0, "the mesh file is larger than 2 GiB");

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) return mesh_error(file, 0, "cannot open the mesh file");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream.get()));
  if (bytes.size() != size) return mesh_error(file, 0, "cannot read the whole mesh file");
  return bytes;
}

using MeshReader = Result<TriangleMesh> (*)(std::string_view bytes, const std::string& file);

MeshReader reader_for(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (ending == ".obj") return &read_obj;
  if (ending == ".ply") return &read_ply;
  if (ending == ".stl") return &read_stl;
  return nullptr;
}

}  // namespace

Error mesh_error(const std::string& file, int line, std::string message) {
  return {ErrorCode::kBadInput, std::move(message), Place{file, line}};
}

std::optional<float> to_coordinate(double value) {
  if (!(std::abs(value) <= double{std::numeric_limits<float>::max()})) return std::nullopt;  // also when not a number
  return static_cast<float>(value);
}

Result<Vec<float, 3>> read_position(TextScanner& scanner, const std::string& file) {
  Vec<float, 3> position;
  for (int i = 0; i < 3; ++i) {
    const std::string_view word = scanner.next_word_on_line();
    if (word.empty()) return mesh_error(file, scanner.line(), fmt::format("a vertex needs 3 numbers, found {}", i));
    const auto number = parse_number(word);
    const auto coordinate = number ? to_coordinate(*number) : std::nullopt;
    if (!coordinate) return mesh_error(file, scanner.line(), fmt::format("'{:.40}' is not a finite coordinate", word));
    position[i] = *coordinate;
  }
  return position;
}

Result<std::shared_ptr<const Mesh>> read_mesh(const std::string& file) {
  return no_throw("reading a mesh", [&]() -> Result<std::shared_ptr<const Mesh>> {
    const MeshReader reader = reader_for(file);
    if (reader == nullptr) return mesh_error(file, 0, "this is no known mesh format; use OBJ, PLY or STL");
    const auto bytes = read_bytes(file);
    if (!bytes) return bytes.error();
    const auto raw = reader(*bytes, file);
    if (!raw) return raw.error();
    return Mesh::create(*raw, file, checksum(*bytes));
  });
}

}  // namespace spindrift
