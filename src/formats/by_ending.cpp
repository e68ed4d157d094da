// The writers of files.h: checks what it is given and picks the format by the path's ending.
#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "base/no_throw.h"
#include "formats/images/image.h"
#include "formats/meshes/mesh_files.h"
#include "formats/particles/ply.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/vtk.h"
#include "grid/frames.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

template <class Frame>
struct Format {
  std::string_view ending;
  Result<FileSum> (*write)(const std::string& path, const Frame& frame);
};

Result<FileSum> write_points(const std::string& path, const ParticleFrame& frame) {
  if (frame.cell_size > 0.0) return write_vdb_particles(path, frame);
  return Error{ErrorCode::kBadInput, "points are sorted by cells, and the frame's cell_size is missing", {path}};
}

Status without_sum(const Result<FileSum>& written) {
  if (!written) return written.error();
  return Done{};
}

constexpr Format<ParticleFrame> kParticleFormats[] = {{".ply", write_ply}, {".vtp", write_vtp}, {".vdb", write_points}};
constexpr Format<SurfaceMesh> kSurfaceFormats[] = {{".ply", write_mesh_ply}, {".obj", write_mesh_obj}};
constexpr Format<CellFrame> kCellFormats[] = {{".vti", write_vti}, {".json", write_raw_volume}};
constexpr Format<Image> kImageFormats[] = {{".png", write_png}};

template <class Frame, std::size_t N>
Status write_by_ending(const char* doing, const std::string& path, const Frame& frame,
                       const Format<Frame> (&formats)[N]) {
  return no_throw(doing, [&]() -> Status {
    if (Status fits = check_frame(frame); !fits) return fits;
    const std::string ending = std::filesystem::path(path).extension().string();
    std::string known;
    for (const auto& format : formats) {
      if (format.ending == ending) return without_sum(format.write(path, frame));
      known += fmt::format("{}{}", known.empty() ? "" : ", ", format.ending);
    }
    return Error{ErrorCode::kBadInput, fmt::format("cannot write this as '{}'; known: {}", ending, known), {path}};
  });
}

}  // namespace

Status write_particles(const std::string& path, const ParticleFrame& frame) {
  return write_by_ending("writing particles", path, frame, kParticleFormats);
}

Status write_surface(const std::string& path, const SurfaceMesh& mesh) {
  return write_by_ending("writing a surface", path, mesh, kSurfaceFormats);
}

Status write_cells(const std::string& path, const CellFrame& frame) {
  return write_by_ending("writing cells", path, frame, kCellFormats);
}

Status write_image(const std::string& path, const Image& image) {
  return write_by_ending("writing a picture", path, image, kImageFormats);
}

Status write_cells(const std::string& path, const FluidCells& cells, const SurfaceDistance& surface) {
  return no_throw("writing cells", [&]() -> Status {
    if (Status fits = check_frame(cells); !fits) return fits;
    if (Status fits = check_frame(surface); !fits) return fits;
    if (path.ends_with(".vdb")) return without_sum(write_vdb_volumes(path, surface, cells));
    return Error{ErrorCode::kBadInput, "wet cells are written as .vdb, all cells as .vti or .json", {path}};
  });
}

}  // namespace spindrift
