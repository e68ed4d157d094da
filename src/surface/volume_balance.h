// Makes the surface enclose as much liquid as there is, place by place.
//
// The mean position of particles gives the surface of a drop or of a pool. Of foam, of spray or of a torn sheet
// it makes too much or too little. Around every corner of a tile the liquid, which is the sum of the shares, is held
// against the space inside of the surface; the level is then moved by Newton's rule,
//
//   shift = sum (inside - share) / sum d(inside)/d(level),
//
// and in between linearly. Deep inside, where the share only shows how evenly particles are spread, nothing is counted,
// and shifts as small as that unevenness makes are left out: a calm pool stays where its particles are.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "geometry/fractions.h"
#include "grid/tile_map.h"
#include "surface/surface_grid.h"

namespace spindrift {

template <int D>
class VolumeBalance {
 public:
  VolumeBalance() = default;
  VolumeBalance(const SurfaceGrid<D>& grid, double sigma);

  struct Sum {
    float excess = 0.0f;  // nodes that are inside, over the liquid's
    float slope = 0.0f;   // what a rise of the level by one particle spacing adds
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
  static constexpr float kFade = 0.6f;  // level over which nodes count less and less: none comes or goes at once
  float shift_of(const Sum& sum) const;

  float blur_ = 1.0f;  // the surface is this thick, in level, to either side: a node
  float deep_ = 1.0f;  // level from which nothing is counted
};

}  // namespace spindrift
