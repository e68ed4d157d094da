// The kernel that averages particle positions: a quadratic B-spline, widened by passes of a three-point filter.
#pragma once

#include <array>

#include "surface/surface_grid.h"

namespace spindrift {

// `passes` times (side, 1 - 2 side, side) along each axis, which is one filter of 2 passes + 1 taps.
template <int D>
struct SurfaceKernel {
  static constexpr int kMostPasses = 5;  // the kernel ends within the tiles around a node's own, 8 nodes wide in 3D
  static constexpr int kMostTaps = 2 * kMostPasses + 1;

  int passes = 0;
  std::array<std::array<float, kMostTaps>, D> taps{};  // the first 2 passes + 1 of each axis
  double sigma = 1.0;                                  // of the whole kernel, in particle spacings

  SurfaceKernel() = default;
  SurfaceKernel(const SurfaceGrid<D>& grid, double wanted_sigma);
  int reach() const { return passes + 2; }  // cells
};

}  // namespace spindrift
