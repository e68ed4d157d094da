// Wavefront OBJ: the positions (`v`) and the faces (`f`), with indices from 1 or, when negative, back from the latest
// vertex. Texture coordinates, normals, groups, materials, lines and curves are skipped.
#include <fmt/format.h>

#include <limits>

#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/polygon_mesh.h"
#include "formats/meshes/text_scanner.h"

namespace spindrift {

namespace {

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

}  // namespace spindrift
