// Pictures of a run, drawn from the files of its frames.
#pragma once

#include <optional>

#include "cli/frame_files.h"
#include "io/image.h"
#include "render/picture_maker.h"
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
