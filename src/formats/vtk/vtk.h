// Frames as VTK XML: particles (.vtp), cells (.vti), and the list that ties the files of a run to their times (.pvd).
#pragma once

#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

// Points with `velocity`, and the columns the frame has: `id`, `age`, `color`, `density`.
Status write_vtp(const std::string& path, const ParticleFrame& frame, double time);

// A regular grid with `type` (0 air, 1 fluid, 2 solid), `density` over rest density, `pressure` and `velocity` per
// cell. A 2D frame is one cell deep.
Status write_vti(const std::string& path, const CellFrame& frame, double time);

struct TimedFile {
  double time = 0.0;
  std::string file;  // relative to the list
};
Status write_pvd(const std::string& path, const std::vector<TimedFile>& files);

}  // namespace spindrift
