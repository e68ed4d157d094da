// Means of a tile's cells with the cells around them.
#pragma once

#include <cstdint>

#include "grid/halo.h"

namespace spindrift {

// Replaces every value of a tile by a mean of the 3^D cells around it, axis by axis: `side` is the weight of the two
// neighbours along an axis, the cell itself has the rest. A neighbour that does not count is replaced by the cell, as
// if a mirror stood between them. The ring is used up.
template <int D>
void average_with_neighbors(const HaloBlock<std::uint8_t, D, 1, 1>& counts, float side,
                            HaloBlock<float, D, 1, 1>& values) {
  using Values = HaloBlock<float, D, 1, 1>;
  for (int a = 0; a < D; ++a) {
    const Values before = values;
    const auto stride = static_cast<std::size_t>(Values::stride(a));
    for (std::size_t i = stride; i < before.values.size() - stride; ++i) {
      const float here = before.values[i];
      const float low = counts.values[i - stride] ? before.values[i - stride] : here;
      const float high = counts.values[i + stride] ? before.values[i + stride] : here;
      values.values[i] = here + side * ((low - here) + (high - here));
    }
  }
}

}  // namespace spindrift
