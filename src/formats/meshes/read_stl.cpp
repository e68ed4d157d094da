// STL: triangles one by one, each with its own three vertices. Binary files hold 80 bytes of anything, a count and 50
// bytes per triangle; text files hold `vertex x y z` between `outer loop` and `endloop`. The normals are ignored.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/text_scanner.h"

namespace spindrift {

namespace {

constexpr std::size_t kHeaderBytes = 84, kTriangleBytes = 50, kNormalBytes = 12;
static_assert(std::endian::native == std::endian::little, "binary STL is read as it lies in the file");

// Many binary files begin with `solid` too, as if they were text: the size decides first, then the first words.
bool is_text(std::string_view bytes) {
  if (!bytes.starts_with("solid")) return false;
  if (bytes.size() >= kHeaderBytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    if (bytes.size() == kHeaderBytes + kTriangleBytes * count) return false;
  }
  const std::string_view head = bytes.substr(0, 4096);
  return head.find("facet") != head.npos || head.find("endsolid") != head.npos;
}

constexpr const char* kNoStl =
    "this does not look like an STL file: it is text, and does not begin with 'solid'; does its name have the right "
    "ending?";

// Whether a file that is not STL's text is text all the same, of another format. The header of a binary file may be
// text, but its count and coordinates hold bytes that no text has.
bool is_other_text(std::string_view bytes) {
  if (bytes.starts_with("solid")) return false;
  const std::string_view head = bytes.substr(0, 4096);
  return std::none_of(head.begin(), head.end(), [](unsigned char c) {
    return (c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f') || c == 0x7f;
  });
}

void add_triangle(TriangleMesh& mesh, const std::array<Vec<float, 3>, 3>& corners) {
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

Result<TriangleMesh> read_binary(std::string_view bytes, const std::string& file) {
  if (bytes.size() < kHeaderBytes) {
    if (is_other_text(bytes)) return mesh_error(file, 0, kNoStl);
    return mesh_error(file, 0, fmt::format("the file ends inside the header, after {} bytes", bytes.size()));
  }
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  const std::size_t whole = (bytes.size() - kHeaderBytes) / kTriangleBytes;
  if (count > whole && is_other_text(bytes)) return mesh_error(file, 0, kNoStl);
  if (count / 100 > whole)
    return mesh_error(file, 0,
                      fmt::format("this does not look like an STL file, or most of it is missing: it has room for {} "
                                  "of {} triangles; does its name have the right ending?",
                                  whole, count));
  if (count > whole)
    return mesh_error(file, 0, fmt::format("the file is truncated: it ends after {} of {} triangles", whole, count));
  TriangleMesh mesh;
  mesh.vertices.reserve(std::size_t{count} * 3);
  mesh.triangles.reserve(count);
  for (std::uint32_t t = 0; t < count; ++t) {
    std::array<Vec<float, 3>, 3> corners;
    std::memcpy(&corners, bytes.data() + kHeaderBytes + kTriangleBytes * t + kNormalBytes, sizeof corners);
    for (const auto& corner : corners) {
      const bool is_finite = std::all_of(corner.at.begin(), corner.at.end(), [](float c) { return to_coordinate(c); });
      if (!is_finite) return mesh_error(file, 0, fmt::format("triangle {} has a coordinate that is not finite", t + 1));
    }
    add_triangle(mesh, corners);
  }
  return mesh;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

Result<TriangleMesh> read_text(std::string_view bytes, const std::string& file) {
  TextScanner scanner(bytes);
  TriangleMesh mesh;
  std::array<Vec<float, 3>, 3> corners;
  std::size_t corner_count = 0;
  bool is_ended = false;
  for (auto word = scanner.next_word(); !word.empty(); word = scanner.next_word()) {
    const std::string keyword = lower_case(word);
    if (keyword == "vertex") {
      const auto vertex = read_position(scanner, file);
      if (!vertex) return vertex.error();
      if (corner_count < 3) corners[corner_count] = *vertex;
      ++corner_count;
    } else if (keyword == "endloop") {
      if (corner_count != 3) {
        return mesh_error(file, scanner.line(), fmt::format("a triangle has 3 vertices, this one {}", corner_count));
      }
      add_triangle(mesh, corners);
      corner_count = 0;
    } else if (keyword == "solid" || keyword == "endsolid") {
      is_ended = keyword == "endsolid";
      scanner.skip_line();  // the rest is a name
    }
  }
  if (!is_ended) return mesh_error(file, scanner.line(), "the file is truncated: it ends without 'endsolid'");
  return mesh;
}

}  // namespace

Result<TriangleMesh> read_stl(std::string_view bytes, const std::string& file) {
  return is_text(bytes) ? read_text(bytes, file) : read_binary(bytes, file);
}

}  // namespace spindrift
