// The whole domain of a smoke from the cells with gas, which are all that a .vdb file holds.
#pragma once

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// All other cells are solid or still air. `time` says where moving solids are. `faces` stay empty.
Result<CellFrame> dense_smoke(const Scene& scene, double time, const FluidCells& fluid);

}  // namespace spindrift
