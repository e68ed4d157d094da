// The grid that a surface is extracted on. Its resolution is chosen apart from the simulation's; its outermost nodes
// lie on the domain's sides.
//
// Nodes are numbered from 1. Node 0 and the one behind the last are ghosts outside of the domain, which stand on the
// side itself: a layer of cells without thickness. Whatever crosses it lies in the side, so that a mesh ends flat at a
// wall and closes there without any code for walls in the extraction.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "grid/domain.h"

namespace spindrift {

template <int D>
struct SurfaceGrid {
  static constexpr int kFirst = 1;  // the node on the low side

  VecI<D> cells{};                // along each axis
  VecD<D> spacing{};              // edge lengths of a cell, metres; equal up to the rounding of `cells`
  int cells_per_cell = 1;         // along an axis: how many reach over a cell of the simulation
  double particle_spacing = 1.0;  // edge of the cube of liquid that a particle stands for, metres

  SurfaceGrid() = default;
  SurfaceGrid(const Domain<D>& domain, double resolution, double particles_per_cell)
      : cells_per_cell(static_cast<int>(std::ceil(resolution))),
        particle_spacing(domain.h * math::pow(particles_per_cell, -1.0 / D)) {
    for (int a = 0; a < D; ++a) {
      cells[a] = std::max(1, static_cast<int>(std::lround(domain.cells[a] * resolution)));
      spacing[a] = domain.h * domain.cells[a] / cells[a];
    }
  }

  VecI<D> extent() const { return cells + VecI<D>::filled(3); }  // nodes with the ghosts
  int last(int axis) const { return cells[axis] + kFirst; }      // the node on the high side
  bool is_ghost(const VecI<D>& node) const {
    for (int a = 0; a < D; ++a)
      if (node[a] < kFirst || node[a] > last(a)) return true;
    return false;
  }
  double coordinate(int axis, double node) const {  // metres
    return (std::clamp(node, 1.0 * kFirst, 1.0 * last(axis)) - kFirst) * spacing[axis];
  }
  VecD<D> place(const VecI<D>& node) const {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = coordinate(a, node[a]);
    return x;
  }
};

}  // namespace spindrift
