// A frame of a 2D scene as a picture: the liquid with its surface, particles as discs, the cells of the grid, or smoke
// lit from above and glowing where it is hot; solids, walls and legend.
#pragma once

#include "formats/images/image.h"
#include "picture/layers.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Draws the whole domain as the scene's [output] asks for. Smoke is drawn from cells alone.
class Painter {
 public:
  static Result<Painter> create(const Scene& scene);
  Image draw(double time, const ParticleFrame& particles, const CellFrame& cells);

 private:
  Painter(const Scene& scene, SolidLayer solids);

  Scene scene_;
  SolidLayer solids_;
};

// Distance of neighbouring particles at rest, metres.
double particle_spacing(const Scene& scene);

}  // namespace spindrift
