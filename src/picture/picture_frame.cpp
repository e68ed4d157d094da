#include "picture/picture_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "picture/colors.h"
#include "picture/layers.h"

namespace spindrift {
namespace {

constexpr Rgb kOpening{0.55f, 0.72f, 0.80f};
constexpr Rgb kText{0.80f, 0.84f, 0.89f};
constexpr float kPanel = 0.72f;  // opacity of the ground behind letters
constexpr float kGridLine = 0.16f;
constexpr int kBaseWidth = 960;  // the width for which lines and letters are sized

double line_unit(const Canvas& canvas) { return std::max(0.5, canvas.width() / static_cast<double>(kBaseWidth)); }

}  // namespace

// Nothing at periodic sides.
void draw_sides(Canvas& canvas, const DomainSettings& domain) {
  const double thickness = 3.0 * line_unit(canvas), inset = 0.5 * thickness;
  const double w = canvas.width(), h = canvas.height();
  struct {
    Side side;
    double x0, y0, x1, y1;
  } const sides[] = {{Side::kLeft, inset, 0, inset, h},
                     {Side::kRight, w - inset, 0, w - inset, h},
                     {Side::kBottom, 0, h - inset, w, h - inset},
                     {Side::kTop, 0, inset, w, inset}};
  for (const auto& s : sides) {
    if (domain.is_periodic(static_cast<Axis>(static_cast<int>(s.side) / 2))) continue;
    if (!domain.is_open(s.side)) {
      canvas.line(s.x0, s.y0, s.x1, s.y1, thickness, kSolidColor);
      continue;
    }
    const int dashes = std::max(1, static_cast<int>(std::hypot(s.x1 - s.x0, s.y1 - s.y0) / (7.0 * thickness)));
    for (int i = 0; i < dashes; ++i) {
      const double from = (i + 0.3) / dashes, to = (i + 0.7) / dashes;
      canvas.line(s.x0 + from * (s.x1 - s.x0), s.y0 + from * (s.y1 - s.y0), s.x0 + to * (s.x1 - s.x0),
                  s.y0 + to * (s.y1 - s.y0), 0.6 * thickness, kOpening, 0.8f);
    }
  }
}

void draw_legend(Canvas& canvas, const ColorScale& scale, bool is_density_map) {
  const double u = line_unit(canvas), cap = 9.0 * u, length = 150.0 * u, pad = 12.0 * u;
  const double right = canvas.width() - 24.0 * u, left = right - length, top = 24.0 * u, bar = top + cap + 8.0 * u;
  const double bottom = bar + 9.0 * u;
  canvas.rectangle(left - pad, top - pad, right + pad, bottom + cap + 8.0 * u + pad, kBackground, kPanel);
  canvas.text(left, top + cap, cap, scale.label, kText);
  for (int x = static_cast<int>(left); x < static_cast<int>(right); ++x) {
    const double share = (x - left) / (right - left);
    const double value = scale.high * (scale.is_signed ? 2.0 * share - 1.0 : share);
    canvas.rectangle(x, bar, x + 1, bottom, is_density_map ? density_color(share) : scale.color(value));
  }
  const std::string high = fmt::format("{:g}", scale.high / scale.divisor);
  const std::string low = scale.is_signed ? "-" + high : "0";
  canvas.text(left, bottom + 8.0 * u + cap, cap, low, kText);
  if (scale.is_signed)
    canvas.text(0.5 * (left + right - text_width("0", cap)), bottom + 8.0 * u + cap, cap, "0", kText);
  canvas.text(right - text_width(high, cap), bottom + 8.0 * u + cap, cap, high, kText);
}

void draw_time(Canvas& canvas, double time) {
  const double u = line_unit(canvas), cap = 9.0 * u, left = 24.0 * u, base = 33.0 * u, pad = 8.0 * u;
  const std::string text = fmt::format("{:.2f} s", time);
  canvas.rectangle(left - pad, base - cap - pad, left + text_width(text, cap) + pad, base + pad, kBackground, kPanel);
  canvas.text(left, base, cap, text, kText);
}

void draw_grid_lines(Canvas& canvas, const DomainSettings& domain) {
  constexpr double kLeastPixels = 5.0;
  const Vec<int, 3> cells = domain.cells();
  int stride = 1;
  while (stride * canvas.width() < kLeastPixels * cells[0]) stride *= 2;
  const double thickness = std::max(1.0, 0.8 * line_unit(canvas));
  for (int i = stride; i < cells[0]; i += stride) {
    const double x = 1.0 * i * canvas.width() / cells[0];
    canvas.line(x, 0, x, canvas.height(), thickness, kText, kGridLine);
  }
  for (int j = stride; j < cells[1]; j += stride) {
    const double y = canvas.height() - 1.0 * j * canvas.height() / cells[1];
    canvas.line(0, y, canvas.width(), y, thickness, kText, kGridLine);
  }
}

namespace {

// 1, 2 or 5 times a power of ten, so that about six of them fit.
double mark_step(double extent) {
  const double decade = std::pow(10.0, std::floor(std::log10(extent / 6.0)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= extent / 6.0) return step * decade;
  return 10.0 * decade;
}

}  // namespace

void draw_axes(Canvas& canvas, const DomainSettings& domain) {
  const double u = line_unit(canvas), cap = 8.0 * u, tick = 9.0 * u, pad = 4.0 * u, thickness = 1.5 * u;
  const Vec3d extent = Vec3d::from(domain.cells()) * domain.cell();
  const double step = mark_step(std::max(extent[0], extent[1]));
  const auto label = [&](double left, double base, const std::string& text) {
    canvas.rectangle(left - pad, base - cap - pad, left + text_width(text, cap) + pad, base + pad, kBackground, kPanel);
    canvas.text(left, base, cap, text, kText);
  };
  // No marks near the corners: the other axis and the clock are there.
  for (int i = 1; i * step < extent[0] * (1.0 - 1e-9); ++i) {
    const double x = i * step / extent[0] * canvas.width(), y = canvas.height();
    const std::string text = fmt::format("{:g} m", i * step);
    const double left = x - 0.5 * text_width(text, cap);
    if (left < 4.0 * pad || left + text_width(text, cap) > canvas.width() - 4.0 * pad) continue;
    canvas.line(x, y, x, y - tick, thickness, kText);
    label(left, y - tick - 2.0 * pad, text);
  }
  for (int j = 1; j * step < extent[1] * (1.0 - 1e-9); ++j) {
    const double y = canvas.height() * (1.0 - j * step / extent[1]);
    if (y < 70.0 * u || y > canvas.height() - 3.0 * (tick + cap)) continue;
    canvas.line(0, y, tick, y, thickness, kText);
    label(tick + 2.0 * pad, y + 0.5 * cap, fmt::format("{:g} m", j * step));
  }
}

void draw_color_names(Canvas& canvas, const std::vector<ColorName>& names) {
  const double u = line_unit(canvas), cap = 9.0 * u, pad = 12.0 * u, row = 20.0 * u, box = 11.0 * u;
  double width = 0.0;
  for (const ColorName& entry : names) width = std::max(width, text_width(entry.name, cap));
  const double right = canvas.width() - 24.0 * u, left = right - width - box - 10.0 * u, top = 24.0 * u;
  const double bottom = top + row * static_cast<double>(names.size()) - (row - box);
  canvas.rectangle(left - pad, top - pad, right + pad, bottom + pad, kBackground, kPanel);
  double y = top;
  for (const ColorName& entry : names) {
    canvas.rectangle(left, y, left + box, y + box, entry.color);
    canvas.text(left + box + 10.0 * u, y + box - 1.0 * u, cap, entry.name, kText);
    y += row;
  }
}

ArrowKey place_arrow_key(Canvas& canvas, const std::string& label, double length) {
  const double u = line_unit(canvas), cap = 9.0 * u, left = 24.0 * u, base = 62.0 * u, pad = 8.0 * u;
  const double text = left + length + 10.0 * u;
  canvas.rectangle(left - pad, base - cap - pad, text + text_width(label, cap) + pad, base + pad, kBackground, kPanel);
  canvas.text(text, base, cap, label, kText);
  return {left, base - 0.5 * cap, length};
}

}  // namespace spindrift
