// The colour of a liquid, for pictures of every kind.
#pragma once

#include "formats/images/image.h"
#include "spindrift/scene.h"

namespace spindrift {

// In pictures that are drawn, not lit: water's blues and white foam, or shades of the scene's own colour.
struct LiquidTones {
  Rgb deep, fast, foam;
};
LiquidTones liquid_tones(const Scene& scene);

// 1/m of red, green and blue light on its way through the liquid.
Vec3d liquid_absorption(const Scene& scene);

// The share of red, green and blue light that comes back out of liquid too thick to see through. Water sends none back;
// liquids with a colour are a little cloudy, or a pot of honey would be black.
Vec3d liquid_body(const Scene& scene);

}  // namespace spindrift
