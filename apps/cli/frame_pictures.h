// Pictures of a run, drawn from the files of its frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/frame_files.h"
#include "cli/run_folder.h"
#include "io/image.h"
#include "io/report_html.h"
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

// Small views of the first, the middle and the last frame that files are there for, made in a second or two: water
// where there are meshes and Embree, else particles. Empty if there are no such files.
Result<std::vector<ReportParts::Picture>> draw_quick_pictures(const RunFolder& folder, const Scene& scene, int threads);

// The first, the middle and the last of a list.
template <class T>
std::vector<T> first_middle_last(const std::vector<T>& list) {
  if (list.size() <= 3) return list;
  return {list.front(), list[list.size() / 2], list.back()};
}

}  // namespace spindrift
