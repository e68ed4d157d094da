// What the probes of a scene read, as numbers. Each number has a column; probes.csv has the same.
#pragma once

#include <string>
#include <vector>

#include "spindrift/scene.h"

namespace spindrift {

struct ProbeColumn {
  std::string name;      // of the probe
  std::string quantity;  // `pressure`, `u`, `height`, ...
  std::string unit;      // SI; what is per metre of depth in 2D says so

  std::string text() const { return name + " " + quantity + " " + unit; }
};

// Of all probes of a scene, in their order. A surface has none here: it has a table of its own.
std::vector<ProbeColumn> probe_columns(const Scene& scene);

struct ProbeReadings {
  double time = 0.0;           // s
  std::vector<double> values;  // one for each column; NaN where there is nothing to read
};

// The surface along a line, of a probe of that kind.
struct SurfaceProfile {
  double time = 0.0;           // s
  std::vector<Vec3d> place;    // y is 0
  std::vector<double> height;  // of the topmost surface, m
  std::vector<double> depth;   // of all liquid above and below each other, m
};

}  // namespace spindrift
