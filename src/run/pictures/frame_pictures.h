// Pictures of a run, drawn from the files of its frames.
#pragma once

#include <optional>

#include "formats/images/image.h"
#include "picture/picture_maker.h"
#include "run/pictures/frame_files.h"
#include "spindrift/surface.h"

namespace spindrift {

class FramePictures {
 public:
  static Result<FramePictures> create(const Scene& scene, int threads);

  const PictureMaker& maker() const { return maker_; }
  Result<Image> draw(const FrameFiles& files);

 private:
  FramePictures(const Scene& scene, PictureMaker maker) : scene_(scene), maker_(std::move(maker)) {}

  Scene scene_;
  PictureMaker maker_;
  std::optional<SurfaceMesher> mesher_;  // where pictures need a surface
};

}  // namespace spindrift
