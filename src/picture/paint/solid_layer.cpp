#include "picture/paint/solid_layer.h"

#include <algorithm>
#include <cmath>

#include "geometry/place_solids.h"

namespace spindrift {
namespace {

constexpr Rgb kRim{0.60f, 0.63f, 0.68f};
constexpr double kRimPixels = 2.0;

// Pixels [first, end) of a row or column that can touch the interval [low, high] given in pixels.
struct PixelRange {
  int first, end;
  PixelRange(double low, double high, int size)
      : first(static_cast<int>(std::clamp(std::floor(low) - 1.0, 0.0, 1.0 * size))),
        end(static_cast<int>(std::clamp(std::ceil(high) + 1.0, 0.0, 1.0 * size))) {}
};

void draw_solid(Canvas& canvas, const View& view, const Solid<2>& solid) {
  const Box<2> box = solid.bounds();
  const PixelRange columns(view.x(box.low[0]), view.x(box.high[0]), canvas.width());
  const PixelRange rows(view.y(box.high[1]), view.y(box.low[1]), canvas.height());
  for (int y = rows.first; y < rows.end; ++y) {
    for (int x = columns.first; x < columns.end; ++x) {
      const double depth = -solid.distance(view.place(x, y)) * view.scale_x;  // pixels below the surface
      if (depth <= -0.5) continue;
      const float rim = static_cast<float>(std::clamp(kRimPixels + 0.5 - depth, 0.0, 1.0));
      canvas.blend(x, y, mix_colors(kSolidColor, kRim, rim), static_cast<float>(std::min(1.0, depth + 0.5)));
    }
  }
}

}  // namespace

Result<SolidLayer> SolidLayer::create(const Scene& scene) {
  SolidLayer layer;
  if (Status placed = place_solids<2>(scene, Domain<2>(scene.domain), layer.solids_); !placed) return placed.error();
  return layer;
}

void SolidLayer::draw(Canvas& canvas, const View& view, double time) {
  for (Solid<2>& solid : solids_) {
    solid.move_to(time, 0.0);
    draw_solid(canvas, view, solid);
  }
}

}  // namespace spindrift
