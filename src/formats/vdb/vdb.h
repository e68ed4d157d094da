// Frames as OpenVDB files: volumes, which Blender opens, and points, which it loads but does not draw. Only where the
// library was built with OpenVDB: see has_openvdb() in files.h.
#pragma once

#include <string>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/file_info.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"
#include "spindrift/surface.h"

namespace spindrift {

// A file is made in `memory` and then written. What that holds afterwards means nothing; the next file need not have it
// from the system again. Without it, a single file has its own.

// One grid of points, `particles`, with `v` (velocity) and the columns the frame has: `id`, `age`, `Cd` (colour),
// `density`. Voxels are cells of the frame's cell_size; positions are kept to 1/65535 of one.
Result<FileSum> write_vdb_particles(const std::string& path, const ParticleFrame& frame, std::string& memory);
inline Result<FileSum> write_vdb_particles(const std::string& path, const ParticleFrame& frame) {
  std::string memory;
  return write_vdb_particles(path, frame, memory);
}

// `surface`, a level set, if it was measured, and of the wet cells
// `velocity`, `pressure` and `density`; smoke adds `temperature` and `fuel`.
Result<FileSum> write_vdb_volumes(const std::string& path, const SurfaceDistance& surface, const FluidCells& cells,
                                  std::string& memory);
inline Result<FileSum> write_vdb_volumes(const std::string& path, const SurfaceDistance& surface,
                                         const FluidCells& cells) {
  std::string memory;
  return write_vdb_volumes(path, surface, cells, memory);
}

// The grids of a file: type, number of values, bounds, ranges. A file that is damaged is an error.
Result<FileInfo> vdb_info(const std::string& path);

// The cells with gas as write_vdb_volumes() wrote them, to the last bit, in an order of OpenVDB's. Refuses files that
// are damaged, lack a quantity of smoke or have cells of another size or outside of the domain.
Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings& domain);

}  // namespace spindrift
