// How much of each cell is gas: what solids leave of it. Totals of smoke, heat and fuel count cells by it.
#pragma once

#include <algorithm>

#include "geometry/volume_fraction.h"
#include "smoke/gas_view.h"

namespace spindrift {

template <int D>
class GasShare {
 public:
  GasShare(const GasView<D>& gas, int tile) {
    const CellType* type = gas.type.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) values_[c] = type[c] == CellType::kFluid ? 1.0f : 0.0f;
    if (gas.solids.empty() || gas.content[tile] == TileContent::kFluid) return;
    const float* distance = gas.solids.distance.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) values_[c] *= volume_fraction_outside(distance[c]);
  }
  // Of one region: nothing in the cells of others.
  GasShare(const GasView<D>& gas, const RegionPart& part) : GasShare(gas, part.tile) {
    if (part.is_whole) return;
    const std::int32_t* region = gas.region.tile(part.tile);
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
QuantityAmounts amounts_in_tile(const QuantityViews<const float, D>& quantity, const GasShare<D>& share, int tile) {
  QuantityAmounts amounts{};
  for_each_quantity(quantity, [&](std::size_t q) {
    const float* values = quantity[q].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) amounts[q] += static_cast<double>(share[c] * values[c]);
  });
  return amounts;
}

}  // namespace spindrift
