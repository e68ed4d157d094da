// What the scene's probes read, as lines of probes.csv: one column per number, one line per frame.
#pragma once

#include <string>

#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// `time s,gate pressure Pa,gate u m/s,...`
std::string probe_header(const Scene& scene);

// A probe in air or in a solid reads zero pressure and no velocity (an empty field). Pressure and velocity are
// interpolated between the centres of wet cells; a height gauge takes the highest wet cell, filled by its density.
std::string probe_line(const Scene& scene, double time, const CellFrame& cells);

}  // namespace spindrift
