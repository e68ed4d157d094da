// Pictures of a simulation as it stands: those that a run draws of its frames, for whoever steps by hand.
#pragma once

#include <memory>

#include "spindrift/error.h"
#include "spindrift/image.h"
#include "spindrift/scene.h"
#include "spindrift/simulation.h"

namespace spindrift {

// Draws as the scene's [output] says, and liquid in 3D as its [render] and [surface] do.
class FramePainter {
 public:
  static Result<FramePainter> create(const Scene& scene, int threads = 0);  // 0 = every core
  FramePainter(FramePainter&&) noexcept;
  FramePainter& operator=(FramePainter&&) noexcept;
  ~FramePainter();

  Result<Image> draw(const Simulation& simulation);  // one of the same scene

 private:
  class Model;
  explicit FramePainter(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
