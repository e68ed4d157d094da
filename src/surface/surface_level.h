// The function whose zero is the liquid's surface, at the nodes of the surface grid.
//
// Each particle is spread over the nodes around it by a quadratic B-spline, as a weight and as a weighted offset (the
// zeroth and first moment). A few passes of a three-point filter along each axis widen that kernel to the wanted width.
// Offset over weight is then the mean position of the liquid around a node, weight its share of the space (see
// mean_distance.h). At the domain's sides the moments are mirrored: there is as much liquid behind a wall as before it,
// so the surface meets the wall and does not bend away from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/solid.h"
#include "grid/field.h"
#include "surface/mean_distance.h"
#include "surface/particle_bins.h"

namespace spindrift {

// The filter: `passes` times (side, 1 - 2 side, side) along each axis, so that the kernel gets the wanted deviation.
template <int D>
struct SurfaceKernel {
  int passes = 0;
  VecF<D> side{};
  double sigma = 1.0;  // of the whole kernel, in particle spacings

  static constexpr int kMostPasses = 5;
  SurfaceKernel() = default;
  SurfaceKernel(const SurfaceGrid<D>& grid, double wanted_sigma);
  int reach() const { return passes + 2; }  // cells
};

template <int D>
using LevelField = CellField<float, D>;  // one value per node: positive inside, in particle spacings

// `positions` are those the bins were built from; solids cut away what lies inside of them.
template <int D>
void compute_surface_level(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const MeanDistance<D>& mean,
                           const ParticleBins<D>& bins, std::span<const float> positions,
                           const std::vector<Solid<D>>& solids, LevelField<D>& level);

// Images of the particles near solids, mirrored at their surface: the liquid goes on inside, and is cut off there.
template <int D>
void add_mirror_images(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                       std::vector<float>& positions);

}  // namespace spindrift
