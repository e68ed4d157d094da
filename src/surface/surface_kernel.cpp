// How many passes of which filter make a kernel of the wanted width.
#include "surface/surface_kernel.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

constexpr double kSplineVariance = 0.25;  // of the quadratic B-spline, at any position
constexpr double kMostSide = 0.25;        // a stronger filter would pass the shortest waves with the wrong sign
constexpr double kRounding = 1e-9;        // of passes: a width that they just make needs no further one

}  // namespace

template <int D>
SurfaceKernel<D>::SurfaceKernel(const SurfaceGrid<D>& grid, double wanted_sigma) {
  VecD<D> wanted;  // the sum of `side` over all passes
  double most = 0.0;
  for (int a = 0; a < D; ++a) {
    const double in_nodes = wanted_sigma * grid.particle_spacing / grid.spacing[a];
    wanted[a] = std::max(0.0, 0.5 * (in_nodes * in_nodes - kSplineVariance));
    most = std::max(most, wanted[a]);
  }
  passes = std::clamp(static_cast<int>(std::ceil(most / kMostSide - kRounding)), 0, kMostPasses);
  double variance = 0.0;
  for (int a = 0; a < D; ++a) {
    const double side = passes == 0 ? 0.0 : std::min(wanted[a] / passes, kMostSide);
    std::array<double, kMostTaps> filter{1.0};
    for (int width = 3; width <= 2 * passes + 1; width += 2)
      for (int t = width - 1; t >= 0; --t) {
        const auto before = [&](int steps) { return t < steps ? 0.0 : filter[t - steps]; };
        filter[t] = side * before(0) + (1.0 - 2.0 * side) * before(1) + side * before(2);
      }
    for (std::size_t t = 0; t < filter.size(); ++t) taps[a][t] = static_cast<float>(filter[t]);
    const double spacing = grid.spacing[a] / grid.particle_spacing;
    variance += (kSplineVariance + 2.0 * side * passes) * spacing * spacing / D;
  }
  sigma = std::sqrt(variance);
}

template struct SurfaceKernel<2>;
template struct SurfaceKernel<3>;

}  // namespace spindrift
