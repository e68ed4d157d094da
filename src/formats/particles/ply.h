// Particles as binary PLY, which ParaView, Blender, MeshLab and most scripting languages read.
#pragma once

#include <string>
#include <string_view>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

// Little-endian vertices: x y z, vx vy vz (float), then the columns the frame has: id (uint), age (float),
// red green blue (uchar), density (float).
Result<FileSum> write_ply(const std::string& path, const ParticleFrame& frame);

// Reads what write_ply wrote; also with other scalar properties, which are left out. Trusts nothing.
Result<ParticleFrame> parse_particles(std::string_view bytes, const std::string& path);

}  // namespace spindrift
