// Frames, surfaces and states as files, in the formats that a run writes: the path's ending says which. A file appears
// whole or not at all. docs/outputs.md has the formats.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/image.h"
#include "spindrift/mesh.h"
#include "spindrift/surface.h"
#include "spindrift/table.h"

namespace spindrift {

bool has_openvdb();  // whether this library was built with OpenVDB; if not, writing .vdb is an error

Status write_particles(const std::string& path, const ParticleFrame& frame);  // .ply .vtp .vdb
Status write_surface(const std::string& path, const SurfaceMesh& mesh);       // .ply .obj
Status write_image(const std::string& path, const Image& image);              // .png

// .vti; or .json, a header for the numbers, which go into the same name with .raw.
Status write_cells(const std::string& path, const CellFrame& frame);
// .vdb; also with the liquid's surface as a level set, if there is one.
Status write_cells(const std::string& path, const FluidCells& cells, const SurfaceDistance& surface = {});

// Ties .vtp or .vti files to their times, for ParaView: .pvd.
struct TimedFile {
  double time = 0.0;
  std::string file;  // relative to the list
};
Status write_pvd(const std::string& path, const std::vector<TimedFile>& files);

// Any ending; those of a run end in .checkpoint. On return the file survives a power cut.
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
Result<Checkpoint> read_checkpoint(const std::string& path);  // also of a run; refuses one with a single changed bit

// What write_particles wrote as .ply, but for the time and the size of cells, which such a file does not have.
Result<ParticleFrame> read_particles(const std::string& path);

// A closed mesh for a shape of a scene: OBJ, PLY or STL.
Result<std::shared_ptr<const Mesh>> read_mesh(const std::string& path);

// Numbers in columns, for motions and surfaces of a scene: CSV. Errors point to its lines.
Result<std::shared_ptr<const NumberTable>> read_table(const std::string& path);

}  // namespace spindrift
