// Where particles start: lattices of points, in cells.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/hash.h"
#include "base/math.h"
#include "grid/tile.h"
#include "spindrift/scene.h"

namespace spindrift {

// Places of `count` particles inside a unit cell. A power k^D makes a k x k (x k) lattice; other numbers take the first
// points of an additive-recurrence sequence, which is even for any count [Roberts2018].
template <int D>
VecD<D> place_in_cell(int index, int count) {
  VecD<D> x;
  const int side = static_cast<int>(std::lround(math::pow(count, 1.0 / D)));
  if (power(side, D) == count) {
    for (int a = 0; a < D; ++a, index /= side) x[a] = (index % side + 0.5) / side;
    return x;
  }
  const double g = D == 2 ? 1.32471795724474602596 : 1.22074408460575947536;  // root of g^(D+1) = g + 1
  double step = 1.0;
  for (int a = 0; a < D; ++a) {
    step /= g;
    x[a] = 0.5 + step * (index + 1);
    x[a] -= std::floor(x[a]);
  }
  return x;
}

// place_in_cell, moved at random inside its share of the cell. The random number depends on (key, index) alone.
template <int D>
VecD<D> jittered_place_in_cell(int index, int count, std::uint64_t key) {
  VecD<D> x = place_in_cell<D>(index, count);
  const int side = static_cast<int>(std::lround(math::pow(count, 1.0 / D)));
  const bool stratified = power(side, D) == count;
  for (int a = 0; a < D; ++a) {
    const double u = static_cast<double>(random_unit(hash_combine(key, static_cast<std::uint64_t>(index * D + a))));
    x[a] = stratified ? x[a] + (u - 0.5) / side : u;
  }
  return x;
}

// Densest packing of balls: rows of touching discs in 2D [Mueller2022], hexagonal layers in 3D. (i, j, k) number the
// places along x, y and z; the first ball touches the corner.
template <int D>
VecD<D> hexagonal_place(const VecI<D>& n, double radius) {
  VecD<D> x;
  if constexpr (D == 2) {
    x[0] = radius * (1.0 + 2.0 * n[0] + (n[1] & 1));
    x[1] = radius * (1.0 + std::sqrt(3.0) * n[1]);
  } else {
    x[0] = radius * (1.0 + 2.0 * n[0] + ((n[1] + n[2]) & 1));
    x[1] = radius * (1.0 + std::sqrt(3.0) * (n[1] + (n[2] & 1) / 3.0));
    x[2] = radius * (1.0 + 2.0 * std::sqrt(6.0) / 3.0 * n[2]);
  }
  return x;
}

// Particles per cell of a packing that fills space.
template <int D>
double packed_particles_per_cell(const Physics& scene) {
  if (scene.particles.packing != Packing::kHexagonal) return scene.particles_per_cell();
  const double r = scene.particles.radius;
  return D == 2 ? 1.0 / (2.0 * std::sqrt(3.0) * r * r) : 1.0 / (4.0 * std::sqrt(2.0) * r * r * r);
}

}  // namespace spindrift
