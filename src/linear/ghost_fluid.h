// Where the surface cuts the way from a liquid cell to an air cell.
#pragma once

#include <algorithm>

namespace spindrift {

// Smaller shares of the way in the liquid count as this: the matrix stays well-conditioned [Gibou2002].
inline constexpr float kSmallestLiquidShare = 0.01f;

// The share theta of the way between two cell centres that lies in the liquid; distances to the surface, negative inside.
inline float liquid_share(float inside, float outside) {
  const float way = outside - inside;
  return way > 0.0f ? std::clamp(-inside / way, kSmallestLiquidShare, 1.0f) : 1.0f;
}

}  // namespace spindrift
