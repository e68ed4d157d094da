// Pictures of the frames of any scene: knows which painter a scene has, and what that looks at.
#pragma once

#include <memory>
#include <variant>

#include "exec/parallel.h"
#include "picture/paint/painter.h"
#include "picture/paint/smoke_painter.h"
#include "picture/paint/volume_painter.h"
#include "picture/trace/renderer.h"

namespace spindrift {

class PictureMaker {
 public:
  static Result<PictureMaker> create(const Scene& scene, int threads);

  // What the pictures are drawn from; all else may be empty.
  bool needs_particles() const { return needs_particles_; }
  bool needs_cells() const { return needs_cells_; }
  bool needs_surface() const { return needs_surface_; }

  Image draw(double time, const ParticleFrame& particles, const CellFrame& cells, const SurfaceMesh& surface);

 private:
  using AnyPainter = std::variant<Painter, SmokePainter, VolumePainter, Renderer>;
  explicit PictureMaker(AnyPainter painter) : painter_(std::move(painter)) {}

  AnyPainter painter_;
  std::unique_ptr<ThreadPool> pool_;  // of a VolumePainter; a Renderer has its own, the others use one thread
  bool needs_particles_ = false, needs_cells_ = false, needs_surface_ = false;
};

}  // namespace spindrift
