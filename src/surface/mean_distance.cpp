#include "surface/mean_distance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {
namespace {

constexpr double kPi = std::numbers::pi;

// Particles near a surface stand neither at random nor on a lattice that ends half a spacing below it. The lattice
// would put their mean deeper by 1/(24 sigma^2) of itself (the midpoint rule's error); half of that is taken.
double lattice_factor(double sigma) { return 1.0 + 0.5 / (24.0 * sigma * sigma); }

}  // namespace

template <int D>
double particle_radius() {
  return D == 3 ? std::cbrt(0.75 / kPi) : std::sqrt(1.0 / kPi);
}

template <int D>
MeanDistance<D>::MeanDistance(double sigma) {
  const double single = particle_radius<D>();
  const double plane = std::sqrt(2.0 / kPi) * sigma * lattice_factor(sigma);
  const double peak = std::pow(2.0 * kPi * sigma * sigma, -0.5 * D);  // share at a single particle
  constexpr double kBody = 0.3;  // from this share on liquid counts as a body with a surface, bent or not
  const double single_share = std::min(0.2, peak * std::exp(-0.5 * single * single / (sigma * sigma)));
  constexpr double kDeep = 0.65, kPerShare = 3.0;  // deeper inside nothing may look like a surface
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const double t = std::clamp((share - single_share) / (kBody - single_share), 0.0, 1.0);
    const auto k = static_cast<std::size_t>(i);
    surface_[k] = static_cast<float>(single + t * (plane - single) + kPerShare * std::max(0.0, share - kDeep));
    // Two particles far apart have their mean in the middle, where there is no liquid: there the share tells.
    const double away = share >= peak ? 0.0 : sigma * std::sqrt(2.0 * std::log(peak / std::max(share, 1e-4)));
    constexpr double kNoLimit = 100.0;
    alone_[k] = static_cast<float>(single - away + kNoLimit * std::max(0.0, share - peak));
  }
}

template class MeanDistance<2>;
template class MeanDistance<3>;
template double particle_radius<2>();
template double particle_radius<3>();

}  // namespace spindrift
