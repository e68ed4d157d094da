// The bytes of a mesh file in each format.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "geometry/mesh/mesh_shape.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift::geometry_tests {

inline const TriangleMesh kBox = box_mesh({{0.0f, 0.0f, 0.0f}}, {{1.0f, 2.0f, 3.0f}});

inline std::string obj_text(const TriangleMesh& mesh) {
  std::string text;
  char line[128];
  for (const auto& v : mesh.vertices) {
    std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", double{v[0]}, double{v[1]}, double{v[2]});
    text += line;
  }
  for (const auto& t : mesh.triangles) {
    std::snprintf(line, sizeof line, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    text += line;
  }
  return text;
}

template <class T>
void put(std::string& bytes, T value, bool is_swapped = false) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  if (is_swapped) std::reverse(raw, raw + sizeof raw);
  bytes.append(raw, sizeof raw);
}

inline std::string ply_header(const char* format, std::size_t vertices, std::size_t faces) {
  return std::string("ply\nformat ") + format + " 1.0\ncomment made by a test\nelement vertex " +
         std::to_string(vertices) +
         "\nproperty float x\nproperty float y\nproperty uchar red\nproperty double z\nelement face " +
         std::to_string(faces) + "\nproperty list uchar int vertex_indices\nend_header\n";
}

inline std::string binary_ply(const TriangleMesh& mesh, bool is_big_endian) {
  std::string bytes = ply_header(is_big_endian ? "binary_big_endian" : "binary_little_endian", mesh.vertices.size(),
                                 mesh.triangles.size());
  for (const auto& v : mesh.vertices) {
    put(bytes, v[0], is_big_endian);
    put(bytes, v[1], is_big_endian);
    put(bytes, std::uint8_t{200});
    put(bytes, double{v[2]}, is_big_endian);
  }
  for (const auto& t : mesh.triangles) {
    put(bytes, std::uint8_t{3});
    for (const int corner : t) put(bytes, corner, is_big_endian);
  }
  return bytes;
}

inline std::string text_ply(const TriangleMesh& mesh) {
  std::string text = ply_header("ascii", mesh.vertices.size(), mesh.triangles.size());
  char line[128];
  for (const auto& v : mesh.vertices) {
    std::snprintf(line, sizeof line, "%g %g 200 %g\n", double{v[0]}, double{v[1]}, double{v[2]});
    text += line;
  }
  for (const auto& t : mesh.triangles) {
    std::snprintf(line, sizeof line, "3 %d %d %d\n", t[0], t[1], t[2]);
    text += line;
  }
  return text;
}

inline std::string binary_stl(const TriangleMesh& mesh) {
  std::string bytes = "solid, although binary";
  bytes.resize(80, ' ');
  put(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) put(bytes, 0.0f);
    for (const int corner : t) {
      for (int i = 0; i < 3; ++i) put(bytes, mesh.vertices[static_cast<std::size_t>(corner)][i]);
    }
    put(bytes, std::uint16_t{0});
  }
  return bytes;
}

inline std::string text_stl(const TriangleMesh& mesh) {
  std::string text = "solid vertex of a test\n";
  char line[128];
  for (const auto& t : mesh.triangles) {
    text += " facet normal 0 0 nan\n  outer loop\n";
    for (const int corner : t) {
      const auto& v = mesh.vertices[static_cast<std::size_t>(corner)];
      std::snprintf(line, sizeof line, "   vertex %e %e %e\n", double{v[0]}, double{v[1]}, double{v[2]});
      text += line;
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid vertex of a test\n";
}

}  // namespace spindrift::geometry_tests
