// One line of a terminal that says how far a run has got.
#pragma once

#include <string>

#include "spindrift/report.h"

namespace spindrift {

// `12345 particles`, `678 cells of gas`
std::string amount_text(const FrameReport& report);

// `[####....] 30/120  0.50 s  12345 particles  2 min left`, shorter than the terminal is wide: a narrow one shows fewer
// of these. `seconds_left` below zero is not known.
std::string progress_line(const FrameReport& report, int frames, double seconds_left, int columns);

}  // namespace spindrift
