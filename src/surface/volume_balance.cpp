// The shift of the level around each corner of a tile, and in between.
#include "surface/volume_balance.h"

#include <cmath>
#include <numbers>

namespace spindrift {
namespace {

// In particle spacings.
constexpr float kToleratedImbalance = 0.08f;  // what the unevenness of particles in a calm pool comes to
// Newton's rule takes the surface for a plane. Where little of it is left, as in spray, it overshoots.
constexpr float kMostBalance = 0.2f;
// Two sigmas below a plane the level is so much more than a plane's mean distance (mean_distance.cpp): from there on
// nothing is counted.
constexpr float kDeepRise = 1.0f;

}  // namespace

template <int D>
VolumeBalance<D>::VolumeBalance(const SurfaceGrid<D>& grid, double sigma) {
  constexpr double kPi = std::numbers::pi;
  double node = 0.0;
  for (int a = 0; a < D; ++a) node += grid.spacing[a] / grid.particle_spacing / D;
  blur_ = static_cast<float>(2.0 / kPi * node);  // the level of a plane rises by 2/pi along its normal
  deep_ = static_cast<float>(std::sqrt(2.0 / kPi) * sigma) + kDeepRise;
}

template <int D>
float VolumeBalance<D>::shift_of(const Sum& sum) const {
  constexpr float kLeastSlope = 1.0f;  // a node's worth of surface
  const float shift = sum.excess / std::max(sum.slope, kLeastSlope);
  return std::copysign(std::clamp(std::abs(shift) - kToleratedImbalance, 0.0f, kMostBalance), shift);
}

template <int D>
void VolumeBalance<D>::apply(const TileMap<D>& tiles, const std::vector<Sum>& sums, int tile, float* level) const {
  using T = Tile<D>;
  constexpr int kCorners = 1 << D;
  std::array<float, kCorners> shift;
  bool is_any = false;
  for (int corner = 0; corner < kCorners; ++corner) {
    Sum around;
    for (int n = 0; n < kCorners; ++n) {
      VecI<D> offset;
      for (int a = 0; a < D; ++a) offset[a] = (corner >> a & 1) + (n >> a & 1) - 1;
      const int neighbor = tiles.neighbors(tile)[T::neighbor_index(offset)];
      const Sum& sum = sums[neighbor];
      around.excess += sum.excess;
      around.slope += sum.slope;
    }
    shift[corner] = shift_of(around);
    is_any |= shift[corner] != 0.0f;
  }
  if (!is_any) return;
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c);
    float sum = 0.0f;
    for (int corner = 0; corner < kCorners; ++corner) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) {
        const float high = (static_cast<float>(local[a]) + 0.5f) / T::kSide;
        weight *= corner >> a & 1 ? high : 1.0f - high;
      }
      sum += weight * shift[corner];
    }
    level[c] -= sum;
  }
}

template class VolumeBalance<2>;
template class VolumeBalance<3>;

}  // namespace spindrift
