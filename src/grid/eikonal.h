// The eikonal equation |grad d| = 1 at one point of a grid: the distance to a surface from the distances of the
// neighbours, which is the update of fast marching [Sethian1996].
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace spindrift {

// The neighbour along an axis that is nearer to the surface.
template <class Real>
struct AxisNeighbor {
  Real distance;     // to the surface
  Real spacing = 1;  // from the point to it

  auto operator<=>(const AxisNeighbor&) const = default;
};

// The distance d with sum over k of ((d - d_k) / spacing_k)^2 = 1, over all neighbours nearer to the surface than d.
template <class Real, std::size_t D>
Real distance_from_neighbors(std::array<AxisNeighbor<Real>, D> neighbors) {
  std::sort(neighbors.begin(), neighbors.end());
  Real d = neighbors[0].distance + neighbors[0].spacing;
  Real a = 0, b = 0, c = 0;  // a d^2 - 2 b d + c = 1
  for (std::size_t k = 0; k < D && neighbors[k].distance < d; ++k) {
    const auto [distance, spacing] = neighbors[k];
    const Real weight = 1 / (spacing * spacing);
    a += weight;
    b += weight * distance;
    c += weight * distance * distance;
    if (k > 0) d = (b + std::sqrt(std::max(b * b - a * (c - 1), Real{0}))) / a;
  }
  return d;
}

}  // namespace spindrift
