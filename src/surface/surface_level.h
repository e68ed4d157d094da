// The function whose zero is the liquid's surface, at the nodes of the surface grid.
//
// Filters along the axes widen the moments of the liquid to the wanted kernel. Offset over weight is then the mean
// position of the liquid around a node, weight its share of the space (see mean_distance.h). At the domain's sides the
// moments are mirrored: there is as much liquid behind a wall as before it, so the surface meets the wall and does not
// bend away from it.
#pragma once

#include <span>
#include <vector>

#include "exec/per_thread.h"
#include "geometry/solid.h"
#include "surface/mean_distance.h"
#include "surface/moment_filter.h"
#include "surface/tile_sides.h"
#include "surface/volume_balance.h"

namespace spindrift {

template <int D>
using LevelField = CellField<float, D>;  // one value per node: positive inside, in particle spacings

template <int D>
class SurfaceLevel {
 public:
  SurfaceLevel() = default;
  SurfaceLevel(const SurfaceGrid<D>& grid, double radius);

  // `positions` are those the bins were built from; solids cut away what lies inside of them.
  void find(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
            const std::vector<Solid<D>>& solids);

  const SurfaceKernel<D>& kernel() const { return kernel_; }
  const LevelField<D>& field() const { return level_; }
  const TileSides<D>& sides() const { return sides_; }

 private:
  // What a thread works in.
  struct Workspace {
    MomentFilter<D> filter;
    std::vector<const Solid<D>*> solids;  // near a tile
  };

  SurfaceKernel<D> kernel_;
  MeanDistance<D> mean_;
  VolumeBalance<D> balance_;
  std::vector<char> is_near_surface_;  // by tile; what follows as well
  MomentField<D> moments_;
  std::vector<typename VolumeBalance<D>::Sum> sums_;
  LevelField<D> level_;
  TileSides<D> sides_;
  PerThread<Workspace> workspaces_;
};

}  // namespace spindrift
