// Surface meshes as files that Blender, Houdini, ParaView and MeshLab open.
#pragma once

#include <string>
#include <string_view>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/surface.h"

namespace spindrift {

// Little-endian binary. Vertices: x y z, then what the mesh has of vx vy vz, age (float), red green blue (uchar); faces
// as lists of vertex_indices, the segments of a 2D outline as edges with vertex1 and vertex2.
Result<FileSum> write_mesh_ply(const std::string& path, const SurfaceMesh& mesh);

// Text: v, and f or (2D) l. Positions only. The last line is obj_end(), so that a file that was cut is known.
Result<FileSum> write_mesh_obj(const std::string& path, const SurfaceMesh& mesh);
inline constexpr std::string_view kObjStart = "# Spindrift surface, SI units, ";  // then 2D or 3D
std::string obj_end(std::size_t vertices, std::size_t faces);

}  // namespace spindrift
