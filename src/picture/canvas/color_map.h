// Numbers to colours.
#pragma once

#include "formats/images/image.h"

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

}  // namespace spindrift
