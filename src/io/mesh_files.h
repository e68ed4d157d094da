// Surface meshes as files that Blender, Houdini, ParaView and MeshLab open.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/surface.h"

namespace spindrift {

// Little-endian binary. Vertices: x y z, then what the mesh has of vx vy vz, age (float), red green blue (uchar); faces
// as lists of vertex_indices, the segments of a 2D outline as edges with vertex1 and vertex2.
Status write_mesh_ply(const std::string& path, const SurfaceMesh& mesh);

// Text: v, and f or (2D) l. Positions only.
Status write_mesh_obj(const std::string& path, const SurfaceMesh& mesh);

}  // namespace spindrift
