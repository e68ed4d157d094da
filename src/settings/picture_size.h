// How large a scene's pictures are.
#pragma once

#include "spindrift/scene.h"

namespace spindrift {

struct PictureSize {
  int width = 0, height = 0;
};

// Of a 3D scene as [render] says. Of a 2D scene as wide as [output] says, with the height that keeps the domain's
// shape, even, as movies need it; a domain so tall that the height would be beyond all measure gets a narrower picture.
PictureSize picture_size(const Scene& scene);

// Of the small views in a 3D run's report, as wide to high as the pictures of [render].
PictureSize quick_view_size(const Scene& scene);

}  // namespace spindrift
