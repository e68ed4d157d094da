#include "serve/run_frame.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "formats/files/refuse.h"
#include "formats/vtk/read_vtk.h"
#include "run/pictures/read_cells.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

// The first of the files that is there; empty if none is.
std::string first_file(std::initializer_list<std::string> files) {
  std::error_code ignored;
  for (const std::string& file : files)
    if (std::filesystem::is_regular_file(file, ignored)) return file;
  return "";
}

std::string particle_file(const RunFolder& folder, int frame) {
  return first_file({folder.particles(frame, ".ply"), folder.particles(frame, ".vtp")});
}

// A .vdb holds the cells with gas alone: of a liquid it says too little.
std::string cell_file(const RunFolder& folder, const Scene& scene, int frame) {
  const std::string dense = first_file({folder.volume(frame, ".vti"), folder.volume(frame, ".json")});
  return dense.empty() && scene.is_smoke() ? first_file({folder.volume(frame, ".vdb")}) : dense;
}

std::vector<float> floats_of(const VtkArray& array) {
  std::vector<float> values(array.bytes.size() / sizeof(float));
  std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(float));
  return values;
}

// Only what viewers see of particles.
Result<ParticleFrame> read_vtp(const std::string& path, int dimension) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  const auto content = read_vtk(*bytes, path);
  if (!content) return content.error();
  ParticleFrame frame;
  frame.dimension = dimension;
  for (const VtkArray& array : content->arrays) {
    if (array.scalar != "Float32") continue;
    if (array.group == "Points") frame.position = floats_of(array);
    if (array.group != "PointData") continue;
    if (array.name == "velocity") frame.velocity = floats_of(array);
    if (array.name == "color") frame.color = floats_of(array);
    if (array.name == "density") frame.density = floats_of(array);
  }
  const std::size_t count = frame.count();
  const auto fits = [&](const std::vector<float>& column, std::size_t components) {
    return column.empty() || column.size() == components * count;
  };
  if (frame.position.size() != 3 * count || frame.velocity.size() != 3 * count || !fits(frame.color, 3) ||
      !fits(frame.density, 1))
    return refuse(path, "these are not the particles of a run");
  return frame;
}

Result<ParticleFrame> read_particle_file(const std::string& path, const Scene& scene) {
  if (Status whole = check_as_written(path); !whole) return whole.error();
  Result<ParticleFrame> frame = path.ends_with(".vtp") ? read_vtp(path, scene.dimension()) : read_particles(path);
  if (!frame || frame->dimension == scene.dimension()) return frame;
  return refuse(path, fmt::format("these particles are of a {}D scene", frame->dimension));
}

}  // namespace

bool has_run_frame(const RunFolder& folder, const Scene& scene, int frame) {
  return !(scene.is_smoke() ? cell_file(folder, scene, frame) : particle_file(folder, frame)).empty();
}

Result<RunFrame> read_run_frame(const RunFolder& folder, const Scene& scene, int frame, bool with_cells) {
  RunFrame read;
  read.time = frame / scene.time.fps;
  if (!scene.is_smoke()) {
    Result<ParticleFrame> particles = read_particle_file(particle_file(folder, frame), scene);
    if (!particles) return particles.error();
    read.particles = std::move(*particles);
    read.particles.time = read.time;
    read.particles.cell_size = scene.domain.cell();
  }
  const std::string file = with_cells ? cell_file(folder, scene, frame) : "";
  if (file.empty()) return read;
  Result<CellFrame> cells = read_cells(file, scene, read.time);
  if (!cells) return cells.error();
  read.cells = std::move(*cells);
  return read;
}

Error nothing_to_view(const RunFolder& folder, const Scene& scene) {
  return {ErrorCode::kBadInput,
          scene.is_smoke()
              ? fmt::format("{} holds no volumes/*.vti, *.vdb or *.json with *.raw, which smoke is shown from; run the "
                            "scene with output.volumes = [\"vti\"]",
                            folder.path())
              : fmt::format("{} holds no particles/*.ply or *.vtp, which a run is shown from; run the scene with "
                            "\"ply\" in output.formats",
                            folder.path())};
}

}  // namespace spindrift
