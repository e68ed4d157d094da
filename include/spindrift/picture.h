// Pictures of a simulation's current state, as a run draws them, for programs that step by hand.
#pragma once

#include <memory>

#include "spindrift/error.h"
#include "spindrift/image.h"
#include "spindrift/scene.h"
#include "spindrift/simulation.h"

namespace spindrift {

// Draws by the scene's [output]; liquid in 3D by its [render] and [surface].
class FramePainter {
 public:
  static Result<FramePainter> create(const Scene& scene, int threads = 0);  // 0 = every core
  FramePainter(FramePainter&&) noexcept;
  FramePainter& operator=(FramePainter&&) noexcept;
  ~FramePainter();

  Result<Image> draw(const Simulation& simulation);  // of the same scene

 private:
  class Model;
  explicit FramePainter(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
