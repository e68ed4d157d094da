#include "picture/canvas/canvas.h"

#include <algorithm>
#include <cmath>

#include "picture/canvas/stroke_font.h"

namespace spindrift {
namespace {

// Length of the overlap of [low, high] with the pixel [i, i + 1].
double overlap(double low, double high, int i) {
  return std::max(0.0, std::min(high, i + 1.0) - std::max(low, static_cast<double>(i)));
}

int first_pixel(double low) { return std::max(0, static_cast<int>(std::floor(std::max(low, -1.0)))); }
int end_pixel(double high, int size) { return std::min(size, static_cast<int>(std::ceil(std::min(high, 1.0 * size)))); }

}  // namespace

void Canvas::blend(int x, int y, const Rgb& color, float opacity) {
  Rgb& pixel = image_.at(x, y);
  pixel = mix_colors(pixel, color, opacity);
}

void Canvas::disc(double x, double y, double radius, const Rgb& color, float opacity) {
  // A disc smaller than a pixel fades instead of vanishing between pixel centres.
  constexpr double kSmallest = 0.6;
  const double drawn = std::max(radius, kSmallest);
  const double fade = static_cast<double>(opacity) * std::min(1.0, radius * radius / (drawn * drawn));
  const double reach = drawn + 0.5;
  const int end_x = end_pixel(x + reach, image_.width), end_y = end_pixel(y + reach, image_.height);
  for (int py = first_pixel(y - reach); py < end_y; ++py) {
    for (int px = first_pixel(x - reach); px < end_x; ++px) {
      const double dx = px + 0.5 - x, dy = py + 0.5 - y;
      const double coverage = std::min(1.0, reach - std::sqrt(dx * dx + dy * dy));
      if (coverage > 0.0) blend(px, py, color, static_cast<float>(fade * coverage));
    }
  }
}

void Canvas::rectangle(double left, double top, double right, double bottom, const Rgb& color, float opacity) {
  const int end_x = end_pixel(right, image_.width), end_y = end_pixel(bottom, image_.height);
  for (int y = first_pixel(top); y < end_y; ++y) {
    const double share = overlap(top, bottom, y);
    for (int x = first_pixel(left); x < end_x; ++x)
      blend(x, y, color, opacity * static_cast<float>(share * overlap(left, right, x)));
  }
}

void Canvas::line(double x0, double y0, double x1, double y1, double thickness, const Rgb& color, float opacity) {
  const double reach = 0.5 * thickness + 0.5;
  const double ex = x1 - x0, ey = y1 - y0, squared = ex * ex + ey * ey;
  const int end_x = end_pixel(std::max(x0, x1) + reach, image_.width);
  const int end_y = end_pixel(std::max(y0, y1) + reach, image_.height);
  for (int y = first_pixel(std::min(y0, y1) - reach); y < end_y; ++y) {
    for (int x = first_pixel(std::min(x0, x1) - reach); x < end_x; ++x) {
      const double dx = x + 0.5 - x0, dy = y + 0.5 - y0;
      const double along = squared > 0.0 ? std::clamp((dx * ex + dy * ey) / squared, 0.0, 1.0) : 0.0;
      const double distance = std::hypot(dx - along * ex, dy - along * ey);
      const double coverage = std::min(1.0, reach - distance);
      if (coverage > 0.0) blend(x, y, color, opacity * static_cast<float>(coverage));
    }
  }
}

void Canvas::text(double x, double y, double cap_height, std::string_view text, const Rgb& color) {
  const double unit = cap_height / kCapHeight;
  for (const char letter : text) {
    for_each_segment(letter, [&](const Segment& s) {
      line(x + unit * s.x0, y - unit * s.y0, x + unit * s.x1, y - unit * s.y1, std::max(1.0, 0.85 * unit), color);
    });
    x += unit * advance(letter);
  }
}

double text_width(std::string_view text, double cap_height) {
  double units = 0.0;
  for (const char letter : text) units += advance(letter);
  return text.empty() ? 0.0 : (units - kLetterGap) * cap_height / kCapHeight;
}

}  // namespace spindrift
