// The colour in which gas of a temperature glows.
#pragma once

#include "formats/images/image.h"

namespace spindrift {

// Display values: black below 700 K, then red, orange, yellow, white, with the brightness of a flame. A fit by eye to
// the colours of black bodies up to 3000 K: their hue, but not their range of brightness, which no screen shows.
Rgb black_body_color(float kelvin);

}  // namespace spindrift
