// A frame of a 3D smoke scene as a picture: rays march through the smoke, which takes light from behind, scatters light
// from one lamp once towards the eye, and glows as a black body where it is hot. Solids and the floor stand in it.
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
  Image draw(double time, const CellFrame& cells);

 private:
  explicit VolumePainter(const Scene& scene) : scene_(scene) {}

  Scene scene_;
  std::vector<Solid<3>> solids_;
};

}  // namespace spindrift
