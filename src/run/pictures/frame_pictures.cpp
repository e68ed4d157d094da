#include "run/pictures/frame_pictures.h"

#include <string>

#include "formats/files/manifest.h"
#include "run/pictures/read_cells.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

Result<SurfaceMesh> load_mesh(const std::string& file) {
  const auto read = read_mesh(file);
  if (!read) return read.error();
  const TriangleMesh& triangles = (*read)->triangles();
  SurfaceMesh mesh;
  for (const auto& vertex : triangles.vertices)
    mesh.position.insert(mesh.position.end(), vertex.at.begin(), vertex.at.end());
  for (const auto& triangle : triangles.triangles)
    for (const int corner : triangle) mesh.corners.push_back(static_cast<std::uint32_t>(corner));
  return mesh;
}

}  // namespace

Result<FramePictures> FramePictures::create(const Scene& scene, int threads) {
  Result<PictureMaker> maker = PictureMaker::create(scene, threads);
  if (!maker) return maker.error();
  FramePictures pictures(scene, std::move(*maker));
  if (pictures.maker_.needs_surface()) {
    Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
    if (!mesher) return mesher.error();
    pictures.mesher_ = std::move(*mesher);
  }
  return pictures;
}

Result<Image> FramePictures::draw(const FrameFiles& files) {
  const double time = files.frame / scene_.time.fps;
  ParticleFrame particles;
  CellFrame cells;
  SurfaceMesh surface;
  for (const std::string& file : {files.particles, files.surface, files.cells})
    if (Status whole = file.empty() ? Status(Done{}) : check_listed(file); !whole) return whole.error();
  if (!files.particles.empty()) {
    Result<ParticleFrame> read = read_particles(files.particles);
    if (!read) return read.error();
    if (read->dimension != scene_.dimension())
      return Error{ErrorCode::kBadInput,
                   files.particles + ": these particles are of a " + std::to_string(read->dimension) + "D scene"};
    particles = std::move(*read);
    if (mesher_) {
      Result<SurfaceMesh> built = mesher_->build(particles, time);
      if (!built) return built.error();
      surface = std::move(*built);
    }
  }
  if (!files.surface.empty()) {
    Result<SurfaceMesh> read = load_mesh(files.surface);
    if (!read) return read.error();
    surface = std::move(*read);
  }
  if (!files.cells.empty()) {
    Result<CellFrame> read = read_cells(files.cells, scene_, time);
    if (!read) return read.error();
    cells = std::move(*read);
  }
  return maker_.draw(time, particles, cells, surface);
}

}  // namespace spindrift
