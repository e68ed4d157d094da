// Meshes with faces of any number of corners, as OBJ and PLY files hold them, and their division into triangles.
#pragma once

#include <string>
#include <vector>

#include "spindrift/mesh.h"

namespace spindrift {

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

// Checks every index. Convex faces become fans, others lose ears. All corners of a face are used, so that faces which
// meet in the file still meet edge to edge.
Result<TriangleMesh> triangulated(const PolygonMesh& mesh, const std::string& file);

}  // namespace spindrift
