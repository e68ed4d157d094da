#include "picture/colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace spindrift {

namespace {

constexpr int kEntries = 256;

float encode_clamped(double linear) {
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

// Chroma is reduced until a screen can show the colour.
Rgb displayable(double lightness, double chroma, double hue) {
  LinearRgb color = from_oklch(lightness, chroma, hue);
  while (!color.is_displayable() && chroma > 0.0) {
    chroma -= 0.002;
    color = from_oklch(lightness, chroma, hue);
  }
  return {encode_clamped(color.red), encode_clamped(color.green), encode_clamped(color.blue)};
}

// Lightness and hue are linear in the value.
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

namespace {

constexpr float kSecondRadiationConstant = 1.4388e-2f;          // m K
constexpr float kWavelengths[3] = {610e-9f, 550e-9f, 465e-9f};  // m; of a screen's red, green and blue
constexpr float kReference = 1800.0f;                           // K, where the luminance is 1
constexpr float kHottest = 4000.0f;                             // K; hotter is as white on a screen
constexpr float kAdaptation = 0.5f;                             // exponent of the luminance that is shown
constexpr float kFadeIn = 200.0f;                               // K above the least glowing over which it appears

Vec3f wien(float kelvin) {
  Vec3f light;
  for (int c = 0; c < 3; ++c) {
    const float ratio = kWavelengths[1] / kWavelengths[c], ratio2 = ratio * ratio;
    light[c] = ratio2 * ratio2 * ratio *
               std::exp(-kSecondRadiationConstant / kWavelengths[c] / kelvin +
                        kSecondRadiationConstant / kWavelengths[1] / kReference);
  }
  return light;
}

}  // namespace

Vec3f black_body_light(float kelvin) {
  if (!(kelvin > kLeastGlowing)) return {};
  static const float reference = luminance(wien(kReference));
  const Vec3f light = wien(std::min(kelvin, kHottest));
  const float bright = luminance(light);
  return light *
         (std::pow(bright / reference, kAdaptation) / bright * std::min(1.0f, (kelvin - kLeastGlowing) / kFadeIn));
}

Rgb black_body_color(float kelvin) {
  const Vec3f light = black_body_light(kelvin);
  const auto display = [](float v) { return std::pow(1.0f - std::exp(-2.5f * v), 1.0f / 2.2f); };
  return {display(light[0]), display(light[1]), display(light[2])};
}

namespace {

constexpr LiquidTones kWater{{0.06f, 0.29f, 0.66f}, {0.24f, 0.60f, 0.94f}, {0.91f, 0.96f, 1.0f}};
constexpr float kDeepShade = 0.18f;  // of black in a coloured liquid at rest, so that motion shows against it
constexpr float kFoamShare = 0.15f;  // of white in its foam: viscous liquids have hardly any
// Water takes red light over a third of the domain's size, as tens of metres of real water do. Of the blue and green
// light that it takes it scatters a part, as the sea near a coast: deep water is luminous, not black.
constexpr Vec3d kWaterAcrossDomain{{2.6, 0.80, 0.48}};
constexpr Vec3f kWaterBody{{0.02f, 0.21f, 0.42f}};
// A liquid has its colour at a thickness of a tenth of the domain, that of most streams and sheets.
constexpr double kColoredShare = 0.1;
constexpr double kLeastLight = 1e-3;  // in place of 0: no screen shows less

// Linear light of a display value in sRGB.
double linear_light(double display) {
  return display <= 0.04045 ? display / 12.92 : std::pow((display + 0.055) / 1.055, 2.4);
}

constexpr double kCloudiness = 0.45;  // share of the colour that returns from the depth

// The edge of a cube with the domain's diagonal.
double size_across(const Scene& scene) { return length(scene.domain.size) / std::sqrt(3.0); }

}  // namespace

LiquidTones liquid_tones(const std::optional<Color>& given) {
  if (!given) return kWater;
  const Rgb color{static_cast<float>(given->red), static_cast<float>(given->green), static_cast<float>(given->blue)};
  return {mix_colors(color, {0.0f, 0.0f, 0.0f}, kDeepShade), color, mix_colors(color, {1.0f, 1.0f, 1.0f}, kFoamShare)};
}

LiquidTint colored_tint(const Scene& scene, const Color& color) {
  const double way = kColoredShare * size_across(scene);
  LiquidTint tint;
  const double shares[] = {color.red, color.green, color.blue};
  for (int c = 0; c < 3; ++c) {
    const double light = linear_light(shares[c]);
    tint.absorption[c] = static_cast<float>(-std::log(std::max(kLeastLight, light)) / way);
    tint.body[c] = static_cast<float>(kCloudiness * light);
  }
  return tint;
}

LiquidTint liquid_tint(const Scene& scene) {
  LiquidTint tint{Vec3f::from(kWaterAcrossDomain * (1.0 / size_across(scene))), kWaterBody};
  if (scene.fluid.color) tint = colored_tint(scene, *scene.fluid.color);
  if (scene.render.absorption) tint.absorption = Vec3f::from(*scene.render.absorption);
  return tint;
}

}  // namespace spindrift
