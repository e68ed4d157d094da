// Pictures of the frames of a 3D scene.
#pragma once

#include <memory>

#include "formats/images/image.h"
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

  bool needs_surface() const;  // else particles
  Image draw(double time, const SurfaceMesh& liquid) const;
  Image draw(double time, const ParticleFrame& particles) const;

 private:
  struct Content;
  explicit Renderer(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace spindrift
