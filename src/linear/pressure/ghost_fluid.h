// Where the surface cuts the way from a liquid cell to an air cell.
#pragma once

#include <algorithm>

namespace spindrift {

// A liquid cell closer to the surface than this counts as this far inside: the matrix stays well-conditioned. Moving
// the cell, instead of clamping theta face by face, keeps still water still: all of its faces use the same depth.
inline constexpr float kLeastDepth = 0.01f;

// The share theta of the way between two cell centres that lies in the liquid; distances to the surface in cells,
// negative inside. A drop too small to have an inside is cut in the middle.
inline float liquid_share(float inside, float outside) {
  if (inside >= 0.0f) return 0.5f;
  const float depth = std::max(-inside, kLeastDepth);
  return depth / (depth + std::max(outside, 0.0f));
}

// The value at the surface, between those of the two cells.
inline float at_surface(float inside, float outside, float liquid_share) {
  return inside + liquid_share * (outside - inside);
}

}  // namespace spindrift
