// A frame of a 2D smoke scene as a picture: smoke lit from above, glowing where it is hot; or a field in colours.
#pragma once

#include "formats/images/image.h"
#include "picture/paint/solid_layer.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Draws the whole domain as the scene's [output] asks for.
class SmokePainter {
 public:
  static Result<SmokePainter> create(const Scene& scene);
  Image draw(double time, const CellFrame& cells);

 private:
  SmokePainter(const Scene& scene, SolidLayer solids);

  Scene scene_;
  SolidLayer solids_;
};

}  // namespace spindrift
