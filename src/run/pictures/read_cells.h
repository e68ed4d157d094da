// The grid of a frame, from the volume files that a run wrote (.vti, .json beside .raw, or .vdb).
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Refuses a file that lacks a quantity of the scene's frames or has another grid. `faces` are in no file. A .vdb holds
// the cells with fluid only and must be of smoke: `time`, the frame's, says where solids are in the rest.
Result<CellFrame> read_cells(const std::string& path, const Scene& scene, double time);

}  // namespace spindrift
