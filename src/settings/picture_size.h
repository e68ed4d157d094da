// How large a scene's pictures are.
#pragma once

#include "spindrift/scene.h"

namespace spindrift {

struct PictureSize {
  int width = 0, height = 0;
};

// The scene's width, and for a 2D scene the height that keeps the domain's shape, even, as movies need it. A domain so
// tall that the height would be beyond all measure gets a narrower picture.
PictureSize picture_size(const Scene& scene);

// Of the small views in a 3D run's report, as wide to high as the pictures of [render].
PictureSize quick_view_size(const Scene& scene);

}  // namespace spindrift
