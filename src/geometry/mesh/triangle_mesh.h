// Triangle meshes as they come from files, and what makes one usable as a solid: welded and closed.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/mesh.h"

namespace spindrift {

// Merges vertices at the same position (bit for bit) and drops triangles that lose a corner by it. Vertices keep the
// order of their first appearance.
TriangleMesh welded(const TriangleMesh& mesh);

// A welded mesh is closed when each edge is used equally often in both directions: by two triangles that agree which
// side is outside, or by four where two bodies touch along an edge.
Status check_closed(const TriangleMesh& mesh, const std::string& file);

}  // namespace spindrift
