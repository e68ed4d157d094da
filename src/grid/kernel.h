// Transfer kernels along one axis, in units of cells. For a position g on a lattice of nodes at the integers,
// `base` is the first node that is reached and w[] the weights of kNodes nodes from there. They sum to one.
#pragma once

#include <algorithm>
#include <cmath>

namespace spindrift {

struct LinearKernel {
  static constexpr int kNodes = 2;
  static constexpr int kReachHigh = 1;  // nodes a tile's particles reach: -1 ... kSide - 1 + kReachHigh

  static int weights(float g, float* w) {
    const float floor_g = std::floor(g);
    // A particle on a face must still reach the far face of its cell, or that face would have no velocity at all.
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
  static constexpr int kReachHigh = 3;  // one more than the nodes reached: transfers handle nodes in pairs

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
  // Not the derivatives of the weights, but weighted distances over their variance, which is 1/4 everywhere. Both are
  // exact for linear fields; only these keep the angular momentum of affine transfers [Jiang2015, eq. 8].
  static void slopes(float g, float* dw) {
    const float first = static_cast<float>(weights(g, dw)) - g;
    for (int i = 0; i < kNodes; ++i) dw[i] *= 4.0f * (first + static_cast<float>(i));
  }
};

}  // namespace spindrift
