// Tables by the liquid's share: the mean distance on the surface of a body and of a single particle.
#include "surface/mean_distance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/math.h"

namespace spindrift {
namespace {

constexpr double kPi = std::numbers::pi;

// From this share on liquid counts as a body with a surface, bent or not: it is the share on the surface of a ball with
// a radius of two sigmas. Smaller ones count as droplets, in part.
constexpr double kBody = 0.3;
// The most that counts as the share on the surface of a single particle: far enough below a body's to go over from one
// to the other.
constexpr double kMostSingle = 0.2;
// Well above the share of 1/2 on a plane nothing may look like a surface: from here on the level rises by so much per
// share, and a gap between uneven particles makes no hollow.
constexpr double kDeep = 0.65, kRisePerShare = 3.0;
// Above the share at a single particle there are more of them, and its level is no limit: it rises out of the way.
constexpr double kNoLimit = 100.0;
// The share that counts as none: around a particle it is more than three sigmas away, where no surface is near.
constexpr double kLeastShare = 1e-4;

// Particles near a surface stand neither at random nor on a lattice that ends half a spacing below it. The lattice
// would put their mean deeper by 1/(24 sigma^2) of itself (the midpoint rule's error); half of that is taken.
double lattice_factor(double sigma) { return 1.0 + 0.5 / (24.0 * sigma * sigma); }

}  // namespace

template <int D>
double particle_radius() {
  return D == 3 ? math::cbrt(0.75 / kPi) : std::sqrt(1.0 / kPi);
}

template <int D>
MeanDistance<D>::MeanDistance(double sigma) {
  const double single = particle_radius<D>();
  const double plane = std::sqrt(2.0 / kPi) * sigma * lattice_factor(sigma);
  const double peak = math::pow(2.0 * kPi * sigma * sigma, -0.5 * D);  // share at a single particle
  const double single_share = std::min(kMostSingle, peak * math::exp(-0.5 * single * single / (sigma * sigma)));
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const double t = std::clamp((share - single_share) / (kBody - single_share), 0.0, 1.0);
    surface_[i] = static_cast<float>(single + t * (plane - single) + kRisePerShare * std::max(0.0, share - kDeep));
    // Two particles far apart have their mean in the middle, where there is no liquid: there the share decides.
    const double away = share >= peak ? 0.0 : sigma * std::sqrt(2.0 * math::log(peak / std::max(share, kLeastShare)));
    alone_[i] = static_cast<float>(single - away + kNoLimit * std::max(0.0, share - peak));
  }
}

template class MeanDistance<2>;
template class MeanDistance<3>;
template double particle_radius<2>();
template double particle_radius<3>();

}  // namespace spindrift
