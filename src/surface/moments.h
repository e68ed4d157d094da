// How much liquid is around each node of the surface grid, and where: the zeroth and first moment of the particles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/simd.h"
#include "grid/field.h"
#include "surface/surface_grid.h"

namespace spindrift {

// The kernel that averages particle positions: a quadratic B-spline, widened by passes of a three-point filter.
// `passes` times (side, 1 - 2 side, side) along each axis is one filter of 2 passes + 1 taps.
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

// At every node: weight, and weighted offset of the particles from the node along x, y, z, in nodes.
template <int D>
using MomentField = CellField<Float4, D>;

// Spreads each particle over the nodes around it by a quadratic B-spline. `positions` are those of the bins. Only tiles
// with `is_wanted` and their neighbours are complete.
template <int D>
void add_up_moments(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                    const std::vector<char>& is_wanted, MomentField<D>& moments);

// Widens the moments of a tile's nodes to the whole kernel by short filters along the axes. Moments are mirrored at the
// sides of the domain, and wrapped at periodic ones.
template <int D>
class MomentFilter {
 public:
  void run(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const TileMap<D>& tiles,
           const MomentField<D>& moments, int tile);
  const Float4& at(const VecI<D>& local) const { return values_[index(local)]; }  // of the last run's tile

 private:
  using T = Tile<D>;

  void resize(int ring);
  void load(const TileMap<D>& tiles, const MomentField<D>& moments, int tile);
  void wrap_at_sides(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const MomentField<D>& moments,
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

  int ring_ = 0;      // nodes around the tile: the reach of the filter
  int side_ = 0;      // of the tile with the ring
  VecI<D> stride_{};  // of a step along an axis
  Buffer<Float4> values_;
};

}  // namespace spindrift
