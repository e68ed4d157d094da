// The few letters that pictures need, drawn with straight strokes on a small raster.
#pragma once

#include "exec/parallel.h"

namespace spindrift {

constexpr double kCapHeight = 6.0;  // of a digit or capital, in font units
constexpr double kLetterGap = 2.0;

// From (x0, y0) to (x1, y1) in font units, y up from the line of text.
struct Segment {
  double x0, y0, x1, y1;
};

void for_each_segment(char letter, FunctionRef<void(const Segment&)> visit);
double advance(char letter);  // from one letter to the next

}  // namespace spindrift
