// Pictures of the frames of a 3D scene.
#pragma once

#include <memory>

#include "formats/images/image.h"
#include "geometry/solid.h"
#include "spindrift/frame.h"
#include "spindrift/surface.h"

namespace spindrift {

class Renderer {
 public:
  // Refuses 2D scenes, and water in a program that was built without Embree.
  static Result<Renderer> create(const Scene& scene, int threads);
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  Image draw(double time, const SurfaceMesh& liquid) const;
  Image draw(double time, const ParticleFrame& particles) const;

 private:
  struct Content;
  explicit Renderer(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

// Every particle as a shaded ball: a quick picture without a mesh. `solids` stand where they are at the frame's time.
Image draw_particles_3d(const Scene& scene, const ParticleFrame& particles, const std::vector<Solid<3>>& solids);

}  // namespace spindrift
