// Colours of pictures: of numbers, of hot soot and of liquids.
#pragma once

#include <cmath>
#include <optional>

#include "formats/images/image.h"
#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

// Dark violet-blue over teal to light yellow: equal steps of the value look like equal steps of colour, and the order
// survives in grey and for colour-blind eyes. Built in the OKLab space [Ottosson2020]. value in 0..1, clamped.
Rgb uniform_color(double value);

// Blue over a dark neutral to orange, for numbers with a sign: zero is in the middle, both sides grow lighter alike.
// Built in OKLab as well. value in 0..1, clamped.
Rgb signed_color(double value);

// Blue, cyan, green, yellow, red in four straight pieces: the grid view of [Mueller2022] in softer tones. value in
// 0..1, clamped.
Rgb density_color(double value);

using Vec3f = Vec<float, 3>;  // light is linear: red, green, blue

inline Vec3f times(const Vec3f& a, const Vec3f& b) { return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}}; }
inline Vec3f mix_light(const Vec3f& a, const Vec3f& b, float share) { return a + (b - a) * share; }
inline float luminance(const Vec3f& c) { return 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2]; }

// Linear light to display value.
inline float encode_srgb(float x) { return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f; }

inline constexpr float kLeastGlowing = 700.0f;  // K; cooler soot is dark to the eye

// Light of a black body by Wien's law, of luminance 1 at 1800 K. The colours are exact, deep red over orange to yellow.
// The brightness is the square root of the law's: from 1200 to 1800 K that grows a thousandfold, which no screen shows.
Vec3f black_body_light(float kelvin);

// The display values of thick soot, for pictures that are drawn and not lit.
Rgb black_body_color(float kelvin);

// In pictures that are drawn, not lit: water's blues and white foam, or shades of the liquid's own colour.
struct LiquidTones {
  Rgb deep, fast, foam;
};
LiquidTones liquid_tones(const std::optional<Color>& color);

// What liquid does to light. Dyes that mix add up: between two colours both members are interpolated linearly.
struct LiquidTint {
  Vec3f absorption{};  // 1/m
  // Share of the light taken that is scattered: what returns from liquid too thick to see through. All liquids are a
  // little cloudy, or the sea and a pot of honey would be black.
  Vec3f body{};
};
LiquidTint liquid_tint(const Scene& scene);                       // of the scene's fluid
LiquidTint colored_tint(const Scene& scene, const Color& color);  // of liquid of this colour

}  // namespace spindrift
