#include "picture/canvas/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace spindrift {
namespace {

constexpr int kEntries = 256;

// Linear light to display value.
float encode_srgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return static_cast<float>(x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055);
}

struct LinearRgb {
  double red, green, blue;
  bool is_displayable() const {
    constexpr double kSlack = 1e-6;
    return std::min({red, green, blue}) >= -kSlack && std::max({red, green, blue}) <= 1.0 + kSlack;
  }
};

LinearRgb from_oklch(double lightness, double chroma, double hue_degrees) {
  const double hue = hue_degrees * std::numbers::pi / 180.0;
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3.0);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3.0);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3.0);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

// Chroma gives way where the screen cannot show it.
Rgb displayable(double lightness, double chroma, double hue) {
  LinearRgb color = from_oklch(lightness, chroma, hue);
  while (!color.is_displayable() && chroma > 0.0) {
    chroma -= 0.002;
    color = from_oklch(lightness, chroma, hue);
  }
  return {encode_srgb(color.red), encode_srgb(color.green), encode_srgb(color.blue)};
}

// Lightness and hue run straight.
Rgb uniform_entry(double value) { return displayable(0.36 + 0.58 * value, 0.13, 290.0 - 185.0 * value); }

Rgb signed_entry(double value) {
  const double away = std::abs(2.0 * value - 1.0);
  return displayable(0.38 + 0.44 * away, 0.15 * away, value < 0.5 ? 250.0 : 60.0);
}

std::array<Rgb, kEntries> make_table(Rgb (*entry)(double)) {
  std::array<Rgb, kEntries> table;
  for (int i = 0; i < kEntries; ++i) table[i] = entry(i / (kEntries - 1.0));
  return table;
}

double unit(double value) { return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0; }

}  // namespace

Rgb uniform_color(double value) {
  static const std::array<Rgb, kEntries> kTable = make_table(uniform_entry);
  return kTable[std::lround(unit(value) * (kEntries - 1))];
}

Rgb signed_color(double value) {
  static const std::array<Rgb, kEntries> kTable = make_table(signed_entry);
  return kTable[std::lround(unit(value) * (kEntries - 1))];
}

Rgb density_color(double value) {
  static constexpr Rgb kStops[] = {{0.17f, 0.34f, 0.86f},
                                   {0.12f, 0.68f, 0.80f},
                                   {0.27f, 0.76f, 0.38f},
                                   {0.95f, 0.82f, 0.28f},
                                   {0.86f, 0.24f, 0.20f}};
  const double position = 4.0 * unit(value);
  const int piece = std::min(static_cast<int>(position), 3);
  return mix_colors(kStops[piece], kStops[piece + 1], static_cast<float>(position - piece));
}

}  // namespace spindrift
