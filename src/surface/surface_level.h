// The function whose zero is the liquid's surface, at the nodes of the surface grid.
//
// Filters along the axes widen the moments of the liquid to the wanted kernel. Offset over weight is the mean position
// of the liquid around a node, weight its share of the space (see MeanDistance). At the domain's sides the moments are
// mirrored, so that the surface meets the wall and does not bend away from it.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "exec/scratch.h"
#include "geometry/fractions.h"
#include "geometry/solid.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "surface/moments.h"
#include "surface/surface_grid.h"

namespace spindrift {

// The distance of the surface from the mean position of the particles around it.
//
// Let S be the kernel-weighted share of space around a point that is liquid, and m the distance from the point to the
// weighted mean position of that liquid [Zhu2005]. Two cases fix what m is on the surface:
//
//   a plane:            S = 1/2, and m is the mean of half a Gaussian, sqrt(2/pi) sigma;
//   a single particle:  a ball of the particle's share of the liquid, so m is that ball's radius.
//
// Between a droplet of a few particles and a body of liquid m is interpolated linearly. So the level follows from
// geometry without tuning: a tank keeps its volume, and so does a droplet.
//
// For a kernel of standard deviation `sigma` along each axis. All lengths in particle spacings.
template <int D>
class MeanDistance {
 public:
  MeanDistance() = default;
  explicit MeanDistance(double sigma);

  // Positive inside.
  float level(float share, float distance) const {
    const float at = (share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share) * kSteps;
    const int i = static_cast<int>(at) < kSteps ? static_cast<int>(at) : kSteps - 1;
    const float t = at - static_cast<float>(i);
    const float body = surface_[i] + t * (surface_[i + 1] - surface_[i]) - distance;
    const float alone = alone_[i] + t * (alone_[i + 1] - alone_[i]);
    return body < alone ? body : alone;
  }

 private:
  static constexpr int kSteps = 256;         // of the tables, linear in between
  std::array<float, kSteps + 1> surface_{};  // m on the surface, by share
  std::array<float, kSteps + 1> alone_{};    // level around a single particle where its share is this
};

// Radius of the ball (disc in 2D) with the volume of a particle's liquid, in particle spacings.
template <int D>
double particle_radius();

// Makes the surface enclose the local volume of liquid.
//
// The mean position of particles gives the surface of a drop or a pool, but is wrong for foam, spray and torn sheets.
// Around every corner of a tile the liquid, which is the sum of the shares, is compared with the space inside of the
// surface. The level is then moved by Newton's rule,
//
//   shift = sum (inside - share) / sum d(inside)/d(level),
//
// and linearly in between. Nodes deep inside are not counted, as there the share only shows how evenly particles are
// spread. Shifts of the size that this unevenness causes are ignored, so that a calm pool stays where its particles
// are.
template <int D>
class VolumeBalance {
 public:
  VolumeBalance() = default;
  VolumeBalance(const SurfaceGrid<D>& grid, double sigma);

  struct Sum {
    float excess = 0.0f;  // nodes inside, minus the liquid's
    float slope = 0.0f;   // increase per particle spacing of the level
  };
  void add(float share, float level, Sum& sum) const {
    const float weight = std::clamp((deep_ - level) / kFade, 0.0f, 1.0f);
    const float inside = volume_fraction_inside(-level / (2.0f * blur_));
    sum.excess += weight * (inside - share);
    sum.slope += inside > 0.0f && inside < 1.0f ? 1.0f / (2.0f * blur_) : 0.0f;
  }

  // Moves the level of a tile; sums are by tile.
  void apply(const TileMap<D>& tiles, const std::vector<Sum>& sums, int tile, float* level) const;

 private:
  static constexpr float kFade = 0.6f;  // level over which the weight of nodes fades out
  float shift_of(const Sum& sum) const;

  float blur_ = 1.0f;  // the surface is this thick, in level, to either side: a node
  float deep_ = 1.0f;  // level from which nothing is counted
};

// The side of the surface of each tile of nodes. Most tiles are entirely on one side and are skipped.
enum class TileSide : char { kOutside, kInside, kBoth };

template <int D>
class TileSides {
 public:
  void find(const TileMap<D>& tiles, const CellField<float, D>& level);

  TileSide of(int tile) const { return of_[tile]; }
  // Of the tile and its neighbours: unless kBoth, the surface is farther away than a tile's width.
  TileSide around(int tile) const { return around_[tile]; }
  const std::vector<int>& near_surface() const { return near_surface_; }  // the tiles with both around them

 private:
  std::vector<TileSide> of_, around_;  // by tile; the dummy, which stands for missing tiles, is outside
  std::vector<int> near_surface_;
};

template <int D>
using LevelField = CellField<float, D>;  // one value per node: positive inside, in particle spacings

template <int D>
class SurfaceLevel {
 public:
  SurfaceLevel() = default;
  SurfaceLevel(const SurfaceGrid<D>& grid, double radius);

  // `positions` are those of the bins. Solids are cut out.
  void find(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
            const std::vector<Solid<D>>& solids);

  const SurfaceKernel<D>& kernel() const { return kernel_; }
  const LevelField<D>& field() const { return level_; }
  const TileSides<D>& sides() const { return sides_; }

 private:
  struct Workspace {
    MomentFilter<D> filter;
    std::vector<const Solid<D>*> solids;  // near a tile
  };

  SurfaceKernel<D> kernel_;
  MeanDistance<D> mean_;
  VolumeBalance<D> balance_;
  std::vector<char> is_near_surface_;  // by tile
  MomentField<D> moments_;
  std::vector<typename VolumeBalance<D>::Sum> sums_;
  LevelField<D> level_;
  TileSides<D> sides_;
  PerThread<Workspace> workspaces_;
};

}  // namespace spindrift
