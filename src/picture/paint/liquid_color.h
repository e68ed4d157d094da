// The colour of a liquid, for pictures of every kind.
#pragma once

#include <optional>

#include "formats/images/image.h"
#include "spindrift/scene.h"

namespace spindrift {

// In pictures that are drawn, not lit: water's blues and white foam, or shades of the liquid's own colour.
struct LiquidTones {
  Rgb deep, fast, foam;
};
LiquidTones liquid_tones(const std::optional<Color>& color);

// What liquid does to red, green and blue light. Dyes that mix add up: between two colours both members go linearly.
struct LiquidTint {
  Vec<float, 3> absorption{};  // 1/m
  // The share of the light that comes back out of liquid too thick to see through. Water sends none back; liquids with
  // a colour are a little cloudy, or a pot of honey would be black.
  Vec<float, 3> body{};
};
LiquidTint liquid_tint(const Scene& scene);                       // of the scene's fluid
LiquidTint colored_tint(const Scene& scene, const Color& color);  // of liquid of this colour

}  // namespace spindrift
