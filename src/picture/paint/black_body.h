// The light that hot soot gives off.
#pragma once

#include "formats/images/image.h"
#include "spindrift/vec.h"

namespace spindrift {

inline constexpr float kLeastGlowing = 700.0f;  // K; cooler soot is dark to the eye

// Red, green and blue light of a black body by Wien's law, linear, of luminance 1 at 1800 K. The colours are the true
// ones, deep red over orange to yellow. Brightness is not: by the law it grows a thousandfold from 1200 to 1800 K, and
// no screen shows that; here it is the square root of it, as if eye and film adapted half way.
Vec<float, 3> black_body_light(float kelvin);

// The same as display values of thick soot, for pictures that are drawn and not lit.
Rgb black_body_color(float kelvin);

}  // namespace spindrift
