// A frame's report as one line of stats.jsonl.
#pragma once

#include <string>
#include <vector>

#include "spindrift/report.h"

namespace spindrift {

// One JSON object without line break. Vectors have as many entries as the scene has dimensions (the angular momentum of
// a 2D scene has one: about z). A key that has no meaning is absent: what a step leaves behind before the first step,
// and places of particles when there are none.
std::string stats_line(const FrameReport& report, int dimension);

// {"transfer particles to grid": 0.01, ...} in the order of the step.
std::string stage_seconds_json(const std::vector<StageTime>& stages);

}  // namespace spindrift
