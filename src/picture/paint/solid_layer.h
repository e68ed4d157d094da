// The solids of a 2D scene as they stand at some time, drawn from their shapes.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/canvas/canvas.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// Metres to pixels: the domain fills the picture, y points up.
struct View {
  double scale_x = 1.0, scale_y = 1.0, height = 0.0;

  double x(double metres) const { return metres * scale_x; }
  double y(double metres) const { return height - metres * scale_y; }
  VecD<2> place(int pixel_x, int pixel_y) const {  // centre of a pixel, metres
    return {{(pixel_x + 0.5) / scale_x, (height - (pixel_y + 0.5)) / scale_y}};
  }
};

class SolidLayer {
 public:
  static Result<SolidLayer> create(const Scene& scene);
  void draw(Canvas& canvas, const View& view, double time);

 private:
  std::vector<Solid<2>> solids_;
};

inline constexpr Rgb kSolidColor{0.44f, 0.47f, 0.52f};

}  // namespace spindrift
