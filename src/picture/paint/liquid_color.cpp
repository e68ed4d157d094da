#include "picture/paint/liquid_color.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

constexpr LiquidTones kWater{{0.06f, 0.29f, 0.66f}, {0.24f, 0.60f, 0.94f}, {0.91f, 0.96f, 1.0f}};
constexpr float kDeepShade = 0.18f;  // of black in a coloured liquid at rest, so that motion shows against it
constexpr float kFoamShare = 0.15f;  // of white in its foam: thick liquids have next to none, and are not rimmed by it
// Water takes out red light over a third of the domain's size, as tens of metres of real water do.
constexpr Vec3d kWaterAcrossDomain{{3.0, 0.90, 0.40}};
// A scene's colour is that behind a tenth of the domain: most streams and sheets of a scene are about as thick.
constexpr double kColoredShare = 0.1;
constexpr double kLeastLight = 1e-3;  // what is left of a light whose share is given as 0: no screen shows less

// The share of a screen's light that stands for a display value in sRGB.
double linear_light(double display) {
  return display <= 0.04045 ? display / 12.92 : std::pow((display + 0.055) / 1.055, 2.4);
}

constexpr double kCloudiness = 0.45;  // of the colour: what comes back from the depth

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
  LiquidTint tint{Vec<float, 3>::from(kWaterAcrossDomain * (1.0 / size_across(scene))), {}};
  if (scene.fluid.color) tint = colored_tint(scene, *scene.fluid.color);
  if (scene.render.absorption) tint.absorption = Vec<float, 3>::from(*scene.render.absorption);
  return tint;
}

}  // namespace spindrift
