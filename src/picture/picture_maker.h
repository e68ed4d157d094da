// Pictures of the frames of any scene, by the painter that the scene needs.
#pragma once

#include <memory>
#include <variant>

#include "exec/parallel.h"
#include "picture/painter.h"
#include "picture/renderer.h"
#include "picture/volume_painter.h"

namespace spindrift {

class PictureMaker {
 public:
  static Result<PictureMaker> create(const Scene& scene, int threads);

  // Arguments of draw() that are used; all others may be empty.
  bool needs_particles() const { return needs_particles_; }
  bool needs_cells() const { return needs_cells_; }
  bool needs_surface() const { return needs_surface_; }

  Image draw(double time, const ParticleFrame& particles, const CellFrame& cells, const SurfaceMesh& surface);

 private:
  using AnyPainter = std::variant<Painter, VolumePainter, Renderer>;
  explicit PictureMaker(AnyPainter painter) : painter_(std::move(painter)) {}

  AnyPainter painter_;
  std::unique_ptr<ThreadPool> pool_;  // of a VolumePainter; a Renderer has its own, the others use one thread
  bool needs_particles_ = false, needs_cells_ = false, needs_surface_ = false;
};

}  // namespace spindrift
