// Velocity at any point, through the tile map: slow, for the few points that lie outside of a tile's block.
#pragma once

#include "grid/views.h"

namespace spindrift {

// `at` counts in cells from the corner of tile `tile`. NaN where a face the kernel K needs is undefined or missing.
template <int D, class K>
VecF<D> sample_velocity(const TilesView<D>& map, const FaceViews<const float, D>& velocity, int tile,
                        const VecF<D>& at) {
  using T = Tile<D>;
  VecF<D> result;
  for (int component = 0; component < D; ++component) {
    float weights[D][4];
    VecI<D> base;
    for (int a = 0; a < D; ++a) base[a] = K::weights(a == component ? at[a] : at[a] - 0.5f, weights[a]);
    for (int n = 0; n < power(K::kNodes, D); ++n) {
      float weight = 1.0f;
      VecI<D> coord = map.coord(tile), inside;
      for (int a = 0, rest = n; a < D; ++a, rest /= K::kNodes) {
        const int cell = base[a] + rest % K::kNodes;
        weight *= weights[a][rest % K::kNodes];
        coord[a] += cell >> T::kLog2;
        inside[a] = cell & T::kMask;
      }
      result[component] += weight * velocity[component].tile(map.find(coord))[T::cell_index(inside)];
    }
  }
  return result;
}

}  // namespace spindrift
