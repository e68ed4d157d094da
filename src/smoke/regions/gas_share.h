// How much of each cell is gas: what solids leave of it. Totals of smoke, heat and fuel count cells by it.
#pragma once

#include <algorithm>

#include "geometry/volume_fraction.h"
#include "smoke/smoke_state.h"

namespace spindrift {

template <int D>
class GasShare {
 public:
  GasShare(const SmokeState<D>& state, int tile) {
    const CellType* type = state.type.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) values_[c] = type[c] == CellType::kFluid ? 1.0f : 0.0f;
    if (state.solids.empty() || state.content[tile] == TileContent::kFluid) return;
    const float* distance = state.solid_distance().tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) values_[c] *= volume_fraction_outside(distance[c]);
  }
  // Of one region: nothing in the cells of others.
  GasShare(const SmokeState<D>& state, const RegionPart& part) : GasShare(state, part.tile) {
    if (part.is_whole) return;
    const std::int32_t* region = state.region.tile(part.tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (region[c] != part.region) values_[c] = 0.0f;
  }
  float operator[](int cell) const { return values_[cell]; }

 private:
  float values_[Tile<D>::kCells];
};

// What all gas holds.
template <int D>
QuantityAmounts total_of_gas(const SmokeState<D>& state);

// What one tile holds, as far as `share` counts its cells.
template <int D>
QuantityAmounts amounts_in_tile(const SmokeState<D>& state, const GasShare<D>& share, int tile) {
  QuantityAmounts amounts{};
  state.for_each_quantity([&](std::size_t q) {
    const float* values = state.quantity[q].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) amounts[q] += static_cast<double>(share[c] * values[c]);
  });
  return amounts;
}

}  // namespace spindrift
