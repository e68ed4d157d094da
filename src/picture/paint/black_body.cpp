#include "picture/paint/black_body.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

constexpr float kSecondRadiationConstant = 1.4388e-2f;          // m K
constexpr float kWavelengths[3] = {610e-9f, 550e-9f, 465e-9f};  // m; of a screen's red, green and blue
constexpr float kReference = 1800.0f;                           // K, where the luminance is 1
constexpr float kHottest = 4000.0f;                             // K; hotter is as white on a screen
constexpr float kLuminance[3] = {0.2126f, 0.7152f, 0.0722f};    // of these colours
constexpr float kAdaptation = 0.5f;                             // exponent of the luminance that is shown
constexpr float kFadeIn = 200.0f;                               // K above the least glowing over which it appears

Vec<float, 3> wien(float kelvin) {
  Vec<float, 3> light;
  for (int c = 0; c < 3; ++c) {
    const float ratio = kWavelengths[1] / kWavelengths[c], ratio2 = ratio * ratio;
    light[c] = ratio2 * ratio2 * ratio *
               std::exp(-kSecondRadiationConstant / kWavelengths[c] / kelvin +
                        kSecondRadiationConstant / kWavelengths[1] / kReference);
  }
  return light;
}

float luminance(const Vec<float, 3>& light) {
  return kLuminance[0] * light[0] + kLuminance[1] * light[1] + kLuminance[2] * light[2];
}

}  // namespace

Vec<float, 3> black_body_light(float kelvin) {
  if (!(kelvin > kLeastGlowing)) return {};
  static const float reference = luminance(wien(kReference));
  const Vec<float, 3> light = wien(std::min(kelvin, kHottest));
  const float bright = luminance(light);
  return light *
         (std::pow(bright / reference, kAdaptation) / bright * std::min(1.0f, (kelvin - kLeastGlowing) / kFadeIn));
}

Rgb black_body_color(float kelvin) {
  const Vec<float, 3> light = black_body_light(kelvin);
  const auto display = [](float v) { return std::pow(1.0f - std::exp(-2.5f * v), 1.0f / 2.2f); };
  return {display(light[0]), display(light[1]), display(light[2])};
}

}  // namespace spindrift
