#include "settings/picture_size.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

PictureSize picture_size(const Scene& scene) {
  if (scene.dimension() == 3) return {scene.render.width, scene.render.height};
  const int width = scene.output.width;
  constexpr int kLongestSide = 16384;  // the widest that output.width allows
  const Vec<int, 3> cells = scene.domain.cells();
  const double shape = static_cast<double>(cells[1]) / cells[0];
  auto even = [](double exact) { return std::max(2, 2 * static_cast<int>(std::lround(0.5 * exact))); };
  if (width * shape <= kLongestSide) return {width, even(width * shape)};
  return {even(kLongestSide / shape), kLongestSide};
}

PictureSize quick_view_size(const Scene& scene) {
  constexpr int kWidth = 640, kHighest = 1280, kLeast = 16;
  const int width = scene.render.width, height = std::max(kLeast, kWidth * scene.render.height / width);
  if (height <= kHighest) return {kWidth, height};
  return {std::max(kLeast, kHighest * width / scene.render.height), kHighest};
}

}  // namespace spindrift
