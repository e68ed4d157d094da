// Regions of gas: cells connected through open faces. Conservation works per region, so that no smoke appears behind a
// wall.
#pragma once

#include <vector>

#include "exec/parallel.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// Labels the cells. Call after the types or the solids changed. Without solids all gas is one region, also if its tiles
// are not connected.
template <int D>
void find_regions(SmokeState<D>& state);

// A sum for each region; [0] is unused. Borrowed memory.
template <class Sum>
using RegionSums = Scratch::Loan<std::vector<Sum>>;

template <class Sum, int D>
RegionSums<Sum> start_region_sums(SmokeState<D>& state) {
  auto sums = state.scratch.template borrow<std::vector<Sum>>();
  sums->assign(state.regions + 1, Sum{});
  return sums;
}

// Adds up sum_of(part) over the parts of tiles, in a fixed order.
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

// Amounts in all gas.
template <int D>
QuantityAmounts total_of_gas(const SmokeState<D>& state);

// Amounts in each region.
template <int D>
RegionSums<QuantityAmounts> held_by_regions(SmokeState<D>& state);

// As find_regions, where regions existed before and held this much: what they were owed, and what was lost when their
// cells changed, passes to the regions they became. The old labels are still in place on the present tiles.
template <int D>
void renew_regions(SmokeState<D>& state, const std::vector<QuantityAmounts>& held_before);

}  // namespace spindrift
