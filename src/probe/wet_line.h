// What of a straight line lies in the liquid, from its first end to its last.
#pragma once

#include "probe/probed_fluid.h"

namespace spindrift {

struct WetLine {
  double depth = 0.0;         // length of all that is wet, m
  std::optional<double> top;  // where the last wet part ends, m from the first end; none if all is dry
  double ground = 0.0;        // where the line first comes out of solids, m from the first end
};

// The ends in grid cells. The surface is found between two points a quarter of a cell apart, to far less than that.
template <int D>
WetLine find_wet_line(const ProbedFluid<D>& fluid, const VecD<D>& from, const VecD<D>& to);

// A vertical line through all of the domain.
template <int D>
WetLine find_wet_column(const ProbedFluid<D>& fluid, const VecD<D>& at);

}  // namespace spindrift
