// Regions of gas: cells that are connected through open faces. What advection makes good stays in the region that lost
// it, so that no smoke appears behind a wall.
#pragma once

#include <array>
#include <vector>

#include "exec/parallel.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// After the types or the solids changed: labels the cells. Without solids all gas counts as one region, also if tiles
// of it lie apart under an open sky.
template <int D>
void find_regions(SmokeState<D>& state);

// What something sums up to in each region; the first is of no region.
template <std::size_t N>
using RegionSums = std::vector<std::array<double, N>>;

// sum(part) for each part of a tile that belongs to one region, added up in a fixed order.
template <std::size_t N, int D, class Sum>
RegionSums<N> sum_by_region(const SmokeState<D>& state, Sum&& sum) {
  std::vector<std::array<double, N>> sums(state.region_parts.size());
  parallel_for("sum by region", sums.size(), [&](std::size_t i) { sums[i] = sum(state.region_parts[i]); }, 4);
  RegionSums<N> total(static_cast<std::size_t>(state.regions) + 1);
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (std::size_t n = 0; n < N; ++n) total[state.region_parts[i].region][n] += sums[i][n];
  return total;
}

// What each region holds of each quantity, in cells times its unit.
template <int D>
RegionSums<kQuantities> held_by_regions(const SmokeState<D>& state);

// The same as find_regions when there were regions before, which held this much: what they owed, and what went when
// their cells changed, is owed by those that they became. The old labels are still in place and have followed the
// tiles.
template <int D>
void renew_regions(SmokeState<D>& state, const RegionSums<kQuantities>& held_before);

}  // namespace spindrift
