// The periods of a curve that swings about a level.
#pragma once

#include <vector>

#include "validate/series.h"

namespace spindrift {

// From one crossing of the level upwards to the next.
struct Period {
  double begin = 0.0, end = 0.0;
  double swing = 0.0;  // from the lowest to the highest point in between
};

std::vector<Period> find_periods(const Series& series, double level);

}  // namespace spindrift
