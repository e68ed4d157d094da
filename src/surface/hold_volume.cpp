// The volume of every piece from its faces, and the shift that corrects it.
#include "surface/hold_volume.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "exec/parallel.h"

namespace spindrift {
namespace {

// What a surface may be off by, as a share of the liquid: a moving liquid's particles stand a little closer, or farther
// apart, than at rest.
constexpr double kToleratedLoss = 0.005;
// The most that vertices move, in particle spacings: what the unevenness of calm particles comes to (volume_balance.h).
// More would show as a surface that breathes.
constexpr double kMostOfSpacing = 0.08;
// The most that vertices of a small piece move, as a share of its radius, which is three times that of its volume: a
// droplet of a few particles is angular and has its size from the level.
constexpr double kMostOfRadius = 0.03;
constexpr std::size_t kVolumeGrain = 4096;  // vertices: a few products for each

// The faces' measure along their normals, times D - 1: what the enclosed volume grows by if a corner moves, times
// D (D - 1).
template <int D>
VecD<D> normal_of(const std::array<VecD<D>, D>& x) {
  if constexpr (D == 2) {
    return {{x[1][1] - x[0][1], x[0][0] - x[1][0]}};
  } else {
    return cross(x[1] - x[0], x[2] - x[0]);
  }
}

// The radius of a ball is D times its volume over its area.
template <int D>
double shift_of(double liquid, double enclosed, double area, double particle_spacing) {
  const double missing = liquid - enclosed;
  const double counted = std::copysign(std::max(std::abs(missing) - kToleratedLoss * liquid, 0.0), missing);
  const double most = std::min(kMostOfSpacing * particle_spacing, kMostOfRadius * D * liquid / area);
  return std::clamp(counted / area, -most, most);
}

}  // namespace

template <int D>
void hold_volume(const SurfaceGrid<D>& grid, const std::vector<int>& piece, const std::vector<std::uint32_t>& liquid,
                 const std::vector<char>& is_fixed, RawSurface<D>& surface) {
  const double of_particle = math::pow(grid.particle_spacing, D);
  const auto place = [&](std::uint32_t v) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = static_cast<double>(surface.vertices[v][a]) * grid.spacing[a];
    return x;
  };
  std::vector<VecD<D>> slope(surface.vertices.size());  // of the enclosed volume, by vertex
  std::vector<double> enclosed(liquid.size(), 0.0), area(liquid.size(), 0.0);
  for (const auto& face : surface.faces) {
    std::array<VecD<D>, D> x;
    for (std::size_t k = 0; k < D; ++k) x[k] = place(face[k]);
    const VecD<D> normal = normal_of<D>(x) / (1.0 * D * (D - 1));
    if (piece[face[0]] < 0) continue;
    for (std::size_t k = 0; k < D; ++k) slope[face[k]] += normal;
    enclosed[piece[face[0]]] += dot(x[0], normal);
  }
  for (std::size_t v = 0; v < slope.size(); ++v) {
    for (int a = 0; a < D; ++a) {
      const float x = surface.vertices[v][a];
      if (x == 0.0f || x == static_cast<float>(grid.cells[a])) slope[v][a] = 0.0;
    }
    if (piece[v] < 0) continue;
    if (!is_fixed.empty() && is_fixed[v]) slope[v] = {};
    area[piece[v]] += length(slope[v]);
  }
  parallel_for(
      "move vertices to hold volume", slope.size(),
      [&](std::size_t v) {
        if (piece[v] < 0) return;
        const double steep = length(slope[v]);
        const int p = piece[v];
        if (!(steep > 0.0) || liquid[p] == 0) return;
        const double shift = shift_of<D>(liquid[p] * of_particle, enclosed[p], area[p], grid.particle_spacing);
        for (int a = 0; a < D; ++a) {
          const double x = static_cast<double>(surface.vertices[v][a]) + slope[v][a] / steep * shift / grid.spacing[a];
          surface.vertices[v][a] = static_cast<float>(std::clamp(x, 0.0, 1.0 * grid.cells[a]));
        }
      },
      kVolumeGrain);
}

template void hold_volume<2>(const SurfaceGrid<2>&, const std::vector<int>&, const std::vector<std::uint32_t>&,
                             const std::vector<char>&, RawSurface<2>&);
template void hold_volume<3>(const SurfaceGrid<3>&, const std::vector<int>&, const std::vector<std::uint32_t>&,
                             const std::vector<char>&, RawSurface<3>&);

}  // namespace spindrift
