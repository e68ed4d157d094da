// Frames as VTK XML: particles (.vtp) and cells (.vti).
#pragma once

#include <string>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

// A file is made in `memory` and then written. What that holds afterwards means nothing; the next file need not have it
// from the system again. Without it, a single file has its own.

// Points with `velocity`, and the columns the frame has: `id`, `age`, `color`, `density`.
Result<FileSum> write_vtp(const std::string& path, const ParticleFrame& frame, std::string& memory);
inline Result<FileSum> write_vtp(const std::string& path, const ParticleFrame& frame) {
  std::string memory;
  return write_vtp(path, frame, memory);
}

// A regular grid with `type` (0 air, 1 fluid, 2 solid), `density` over rest density, `pressure` and `velocity` per
// cell. A 2D frame is one cell deep.
Result<FileSum> write_vti(const std::string& path, const CellFrame& frame, std::string& memory);
inline Result<FileSum> write_vti(const std::string& path, const CellFrame& frame) {
  std::string memory;
  return write_vti(path, frame, memory);
}

}  // namespace spindrift
