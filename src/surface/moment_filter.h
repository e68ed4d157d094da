// Widens the moments of a tile's nodes to the whole kernel: short filters along the axes, with the moments mirrored at
// the sides of the domain, or taken from the other side where it repeats itself.
#pragma once

#include "surface/liquid_moments.h"
#include "surface/surface_kernel.h"

namespace spindrift {

template <int D>
class MomentFilter {
 public:
  void run(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const TileMap<D>& tiles,
           const MomentField<D>& moments, int tile);
  const Float4& at(const VecI<D>& local) const { return values_[index(local)]; }  // of the tile of the last run

 private:
  using T = Tile<D>;

  void resize(int ring);
  void load(const TileMap<D>& tiles, const MomentField<D>& moments, int tile);
  void go_around(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const MomentField<D>& moments,
                 const VecI<D>& first_node);
  void mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node);
  void filter(const SurfaceKernel<D>& kernel);
  int index(const VecI<D>& local) const {
    int i = 0;
    for (int a = D - 1; a >= 0; --a) i = i * side_ + local[a] + ring_;
    return i;
  }
  // Calls visit(start) for the lines along an axis; with `filtered_before`, only those that later filters read.
  template <class Visit>
  void for_each_line(int axis, bool filtered_before, Visit&& visit);

  int ring_ = 0;      // nodes around the tile, as wide as the filter reaches
  int side_ = 0;      // of the tile with the ring
  VecI<D> stride_{};  // of a step along an axis
  Buffer<Float4> values_;
};

}  // namespace spindrift
