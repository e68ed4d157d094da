// The points that a probe reads, evenly over its point, disc or box.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "probe/probed_fluid.h"

namespace spindrift {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// A place of the scene now, in grid cells. It moves with the solid that the probe is on; none while that does not
// exist.
template <int D>
std::optional<VecD<D>> place_now(const ProbedFluid<D>& fluid, const ProbeSettings& probe, const Vec3d& place);

// All points of a probe, in grid cells: half a cell apart or less, but no more than 64 along an axis.
template <int D>
std::vector<VecD<D>> footprint(const ProbedFluid<D>& fluid, const ProbeSettings& probe);

}  // namespace spindrift
