// Transfer kernels along one axis, in units of cells. For a position g on a lattice of nodes at the integers,
// `base` is the first node that is reached and w[] the weights of kNodes nodes from there. They sum to one.
#pragma once

#include <algorithm>
#include <cmath>

#include "grid/views.h"

namespace spindrift {

struct LinearKernel {
  static constexpr int kNodes = 2;
  static constexpr int kReachHigh = 1;  // nodes a tile's particles reach: -1 ... kSide - 1 + kReachHigh

  static int weights(float g, float* w) {
    const float floor_g = std::floor(g);
    // A particle on a face must reach the far face of its cell, which would otherwise have no velocity.
    const float f = std::max(g - floor_g, 0x1p-20f);
    w[0] = 1.0f - f;
    w[1] = f;
    return static_cast<int>(floor_g);
  }
  static void slopes(float /*g*/, float* dw) {
    dw[0] = -1.0f;
    dw[1] = 1.0f;
  }
};

// Quadratic B-spline [Steffen2008].
struct QuadraticKernel {
  static constexpr int kNodes = 3;
  static constexpr int kReachHigh = 3;  // one more than the nodes: transfers process nodes in pairs

  static int weights(float g, float* w) {
    const float base = std::floor(g - 0.5f);
    weights_around(g - (base + 1.0f), w);
    return static_cast<int>(base);
  }
  // By the distance from the middle node, -0.5 ... 0.5.
  static void weights_around(float d, float* w) {
    w[0] = 0.5f * (0.5f - d) * (0.5f - d);
    w[1] = 0.75f - d * d;
    w[2] = 0.5f * (0.5f + d) * (0.5f + d);
  }
  // Weighted distances over their variance, which is 1/4 everywhere, in place of the derivatives of the weights. Both
  // are exact for linear fields; only these conserve the angular momentum of affine transfers [Jiang2015, eq. 8].
  static void slopes(float g, float* dw) {
    const float first = static_cast<float>(weights(g, dw)) - g;
    for (int i = 0; i < kNodes; ++i) dw[i] *= 4.0f * (first + static_cast<float>(i));
  }
};

// Velocity at any point, through the tile map: slow, for points outside of a tile's block. `at` is in cells from the
// corner of tile `tile`. NaN where a face the kernel K needs is undefined or missing.
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
