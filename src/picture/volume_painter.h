// A frame of a 3D smoke scene as a picture, by ray marching. Smoke absorbs light, scatters that of a lamp, of the sky
// and of fire, and glows as a black body where it is hot. Lamp and fire light solids and floor.
#pragma once

#include <memory>
#include <vector>

#include "formats/images/image.h"
#include "geometry/solid.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

class VolumePainter {
 public:
  static Result<VolumePainter> create(const Scene& scene);
  Image draw(double time, const CellFrame& cells);  // of the size in [render]; equal for any number of threads

 private:
  explicit VolumePainter(const Scene& scene) : scene_(scene) {}

  Scene scene_;
  std::vector<Solid<3>> solids_;
};

}  // namespace spindrift
