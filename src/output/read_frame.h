// Frames back from the files that a run wrote, for pictures and views.
#pragma once

#include <string>

#include "output/products.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// Readers of output_kinds(): set what the file holds. They refuse files of other scenes.
Status read_particles_ply(const std::string& path, const Scene& scene, Products& to);
Status read_particles_vtp(const std::string& path, const Scene& scene, Products& to);
Status read_surface(const std::string& path, const Scene& scene, Products& to);
Status read_volume(const std::string& path, const Scene& scene, Products& to);

// The grid of a frame (.vti, .json beside .raw, or .vdb of smoke). Refuses a file that lacks a quantity of the scene's
// frames or has another grid. `faces` are in no file. `time` says where solids are.
Result<CellFrame> read_cells(const std::string& path, const Scene& scene, double time);

// The whole domain of a smoke from the cells with gas, which are all that a .vdb file holds. All other cells are solid
// or still air.
Result<CellFrame> dense_smoke(const Scene& scene, double time, const FluidCells& fluid);

}  // namespace spindrift
