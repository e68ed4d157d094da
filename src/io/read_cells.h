// The grid of a frame, from the volume files that a run wrote (.vti, or .json beside .raw).
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Refuses a file that lacks a quantity of the scene's frames or has another grid. `faces` are in no file.
Result<CellFrame> read_cells(const std::string& path, const Scene& scene);

}  // namespace spindrift
