// Regions of gas: cells that are connected through open faces. What advection gives back stays in the region that lost
// it, so that no smoke appears behind a wall.
#pragma once

#include <vector>

#include "exec/parallel.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// After the types or the solids changed: labels the cells. Without solids all gas counts as one region, also if tiles
// of it lie apart under an open sky.
template <int D>
void find_regions(SmokeState<D>& state);

// What something sums up to in each region; the first is of no region. In memory that the caller has borrowed.
template <class Sum>
using RegionSums = Scratch::Loan<std::vector<Sum>>;

// A sum of zero for each region.
template <class Sum, int D>
RegionSums<Sum> start_region_sums(SmokeState<D>& state) {
  auto sums = state.scratch.template borrow<std::vector<Sum>>();
  sums->assign(state.regions + 1, Sum{});
  return sums;
}

// sum_of(part) for each part of a tile that belongs to one region, added up in a fixed order.
template <class Sum, int D, class SumOf>
RegionSums<Sum> sum_by_region(const char* name, SmokeState<D>& state, SumOf&& sum_of) {
  const std::vector<RegionPart>& parts = state.region_parts;
  const auto of_part = state.scratch.template borrow<std::vector<Sum>>();
  of_part->resize(parts.size());
  parallel_for(name, parts.size(), [&](std::size_t i) { (*of_part)[i] = sum_of(parts[i]); }, 4);
  auto sums = start_region_sums<Sum>(state);
  for (std::size_t i = 0; i < parts.size(); ++i) (*sums)[parts[i].region] += (*of_part)[i];
  return sums;
}

// What each region holds.
template <int D>
RegionSums<QuantityAmounts> held_by_regions(SmokeState<D>& state);

// The same as find_regions when there were regions before, which held this much: what they owed, and what was lost when
// their cells changed, is owed by those that they became. The old labels are still in place and have followed the
// tiles.
template <int D>
void renew_regions(SmokeState<D>& state, const std::vector<QuantityAmounts>& held_before);

}  // namespace spindrift
