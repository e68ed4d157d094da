// Estimates the liquid's surface beside solids from the density of particles and the distance to the solids.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/force_field.h"
#include "fluid/solids.h"
#include "grid/halo.h"
#include "liquid/density/surface_share.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// The density of a cell in which no particles can show it.
inline constexpr float kUndefinedDensity = std::numeric_limits<float>::quiet_NaN();
inline bool is_defined(float density) { return !std::isnan(density); }

// Distance of a cell's centre to the solid, in cells, to which the density is resolved. A quarter of a cell inside the
// solid, 28 % of the kernel are open; deeper, a few particles would decide the density.
inline constexpr float kDeepestResolved = -0.25f;

template <int D>
using WideBlock = HaloBlock<float, D, 2, 2>;

// The density of liquid at rest; the seeded density until that is measured.
template <int D>
float rest_density_of(const LiquidState<D>& state) {
  return static_cast<float>(state.rest_density > 0.0 ? state.rest_density : state.particles_per_cell);
}

// The share of the kernel outside of a solid whose plane surface is `distance` cells away.
inline float open_share(float distance) { return 1.0f - share_at_distance(std::max(distance, kDeepestResolved)); }

// The open share of the kernel around a cell, also in corners of several surfaces. The squared slopes of the distance
// to one plane sum to one; an excess of that sum measures the share of further surfaces.
template <int D>
float open_share(const WideBlock<D>& distances, const VecI<D>& cell) {
  const float* at = &distances.at(cell);
  const float of_plane = open_share(*at);
  if (of_plane == 1.0f) return of_plane;
  float slopes = 0.0f, of_corner = 1.0f;
  for (int a = 0; a < D; ++a)
    for (const float beside : {at[-WideBlock<D>::stride(a)], at[WideBlock<D>::stride(a)]}) {
      const float slope = std::clamp(*at - beside, 0.0f, 1.0f);
      slopes += slope * slope;
      of_corner *= open_share(beside + 1.0f);  // a surface across this axis
    }
  const float others = std::clamp(slopes - 1.0f, 0.0f, 1.0f);
  return std::min(of_plane, of_plane + others * (of_corner - of_plane));
}

// The share behind a solid's surface that would be liquid without the solid: as before the surface if the liquid meets
// it at a right angle, all of it behind a floor along the liquid's surface, none behind a ceiling. In between it is
// linear in the cosine of the angle, within 0.07 of exact where both surfaces pass through the centre.
inline float filled_behind(float filled_before, float cosine) {
  return filled_before +
         cosine * (cosine > 0.0f ? std::max(1.0f - filled_before, 0.0f) : std::min(filled_before, 1.0f));
}

// The liquid's surface near the cells of a tile. All shares are of the density at rest.
template <int D>
class SurfaceBesideSolids {
 public:
  SurfaceBesideSolids(const SolidsView<D>& solids, const ForcesView<D>& forces,
                      const FieldView<const float, D>& density, float rest, int tile)
      : per_rest_(1.0f / rest), neighbors_(solids, tile) {
    load_halo(solids.tiles, density, tile, density_);
    load_halo(solids.tiles, solids.distance, tile, distance_);
    VecD<D> middle = VecD<D>::from(solids.tiles.first_cell(tile));
    for (int a = 0; a < D; ++a) middle[a] += 0.5 * Tile<D>::kSide;
    const Vec3d push = total_acceleration(forces, Vec3d::from(solids.domain.to_world(middle)));
    for (int a = 0; a < D; ++a) up_[a] = static_cast<float>(-push[a]);
    if (const float size = length(up_); size > 0.0f) up_ = up_ * (1.0f / size);
  }

  bool is_beside_solid(const VecI<D>& cell) const { return distance_.at(cell) < 1.0f; }

  // Points out of the liquid; its length is a certainty from 0 to 1. Liquid beside a solid may be thin just for lack of
  // particles: a surface must have air around, and the liquid below it, since only that rests.
  VecF<D> normal(const VecI<D>& cell, float filled) const {
    constexpr float kWet = 0.03f;                   // least share of liquid that has a direction
    constexpr float kAir = 0.4f, kNoAir = 0.6f;     // least share around
    constexpr float kSteep = 0.35f, kFlat = 0.15f;  // fall over a cell; less in thin liquid
    constexpr float kThinnest = 0.05f;              // share that a fall is compared with: less is noise
    const float own = share(density_.at(cell));
    VecF<D> fall = this->fall(cell);
    const float size = length(fall), steepness = size / std::clamp(2.0f * own, kThinnest, 1.0f);
    if (steepness <= kFlat) return {};
    fall = fall * (1.0f / size);
    const float certainty = std::min(filled / kWet, 1.0f) * std::min((steepness - kFlat) / (kSteep - kFlat), 1.0f) *
                            std::clamp(2.0f * dot(fall, up_), 0.0f, 1.0f) *
                            std::clamp((kNoAir - thinnest_around(cell)) / (kNoAir - kAir), 0.0f, 1.0f);
    return fall * certainty;
  }

  // The share of the whole kernel that is liquid.
  float filled(const VecI<D>& cell, float filled_before, const VecF<D>& normal) const {
    const float open = open_share<D>(distance_, cell);
    return open * filled_before + (1.0f - open) * filled_behind(filled_before, dot(normal, out_of_solid(cell)));
  }

  // The normal for the cells behind a solid's surface. Across that surface the fall of the density is known from one
  // side only: where the two normals are nearly perpendicular it is noise and is left out.
  VecF<D> normal_beyond(const VecI<D>& cell, const VecF<D>& normal) const {
    const float certainty = length(normal);
    if (certainty == 0.0f) return normal;
    const VecF<D> out = out_of_solid(cell);
    const float across = dot(normal, out);
    constexpr float kCertain = 0.25f;  // cosine between the two: from there on the part across is kept as it is
    return normal - out * (across * std::max(1.0f - std::abs(across) / (kCertain * certainty), 0.0f));
  }

 private:
  float share(float density) const { return density * per_rest_; }

  VecF<D> fall(const VecI<D>& cell) const {
    const float own = density_.at(cell);
    VecF<D> fall{}, sides{};
    neighbors_.for_each(cell, [&](const VecI<D>& beside, float) {
      if (!is_defined(density_.at(beside))) return;
      for (int a = 0; a < D; ++a)
        if (beside[a] != cell[a]) {
          fall[a] += share(own - density_.at(beside)) * static_cast<float>(beside[a] - cell[a]);
          sides[a] += 1.0f;
        }
    });
    for (int a = 0; a < D; ++a) fall[a] /= std::max(sides[a], 1.0f);
    return fall;
  }

  float thinnest_around(const VecI<D>& cell) const {
    float thinnest = density_.at(cell);
    neighbors_.for_each(cell, [&](const VecI<D>& beside, float) {
      if (is_defined(density_.at(beside))) thinnest = std::min(thinnest, density_.at(beside));
    });
    return share(thinnest);
  }

  VecF<D> out_of_solid(const VecI<D>& cell) const {
    constexpr float kNoSlope = 1e-6f;  // between two solids, as far from both
    const float* at = &distance_.at(cell);
    VecF<D> slope;
    for (int a = 0; a < D; ++a) slope[a] = at[WideBlock<D>::stride(a)] - at[-WideBlock<D>::stride(a)];
    return slope * (1.0f / std::max(length(slope), kNoSlope));
  }

  float per_rest_;
  OpenNeighbors<D> neighbors_;  // not across walls
  VecF<D> up_;
  WideBlock<D> density_, distance_;
};

}  // namespace spindrift
