// The share of the linear kernel around a point that a plane surface cuts off, and the distance from that share.
#pragma once

#include <algorithm>
#include <cmath>

namespace spindrift {

// The share on the far side of a surface at the distance s, in cells; s is negative if the point itself is beyond it.
// F(s) = (1 - s)^2 / 2 before the surface, 1 - (1 + s)^2 / 2 behind it. Exact for planes along the axes, and at s = 0
// for all, since the kernel is symmetric.
inline float share_at_distance(float s) {
  const float rest = 1.0f - std::min(std::abs(s), 1.0f), part = 0.5f * rest * rest;
  return s > 0.0f ? part : 1.0f - part;
}

inline float distance_from_share(float share) {
  if (share < 0.5f) return 1.0f - std::sqrt(2.0f * std::max(share, 0.0f));
  return std::sqrt(2.0f * std::max(1.0f - share, 0.0f)) - 1.0f;
}

}  // namespace spindrift
