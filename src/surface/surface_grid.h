// The grid that a surface is extracted on. Its resolution is chosen apart from the simulation's; its outermost nodes
// lie on the domain's sides.
//
// Nodes are numbered from 1. Node 0 and the one behind the last are ghosts outside of the domain, which stand on the
// side itself: a layer of cells without thickness. Whatever crosses it lies in the side, so that a mesh ends flat at a
// wall and closes there without any code for walls in the extraction.
//
// Along a periodic axis the first node and the last are the same place, and liquid before one side is seen behind the
// other. The mesh is cut there and closed, as at a wall: its two ends fit.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "grid/domain.h"
#include "grid/tile.h"

namespace spindrift {

template <int D>
struct SurfaceGrid {
  static constexpr int kFirst = 1;  // the node on the low side

  VecI<D> cells{};         // along each axis
  VecD<D> spacing{};       // edge lengths of a cell, metres; equal up to the rounding of `cells`
  int cells_per_cell = 1;  // along an axis: how many reach over a cell of the simulation
  Vec<bool, D> is_periodic{};
  double particle_spacing = 1.0;  // edge of the cube of liquid that a particle stands for, metres

  SurfaceGrid() = default;
  SurfaceGrid(const Domain<D>& domain, double resolution, double particles_per_cell)
      : cells_per_cell(static_cast<int>(std::ceil(resolution))),
        is_periodic(domain.is_periodic),
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
  // Calls visit(node) for all nodes of the grid, ghosts included, that stand for this place in a domain that repeats
  // itself; it may lie outside itself.
  template <class Visit>
  void for_each_image(const VecI<D>& node, Visit&& visit) const {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      const VecI<D> turns = Tile<D>::neighbor_offset(n);
      VecI<D> image = node;
      bool exists = true;
      for (int a = 0; a < D; ++a) {
        image[a] += turns[a] * cells[a];
        exists &= (turns[a] == 0 || is_periodic[a]) && image[a] >= 0 && image[a] <= last(a) + 1;
      }
      if (exists) visit(image);
    }
  }
  // Whether another node may stand for the same place: it is a ghost, on a periodic side, or beside one.
  bool is_at_seam(const VecI<D>& node) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a] && (node[a] <= kFirst + 1 || node[a] >= last(a) - 1)) return true;
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
