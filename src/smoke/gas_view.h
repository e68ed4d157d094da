// The gas for tile kernels.
#pragma once

#include <algorithm>
#include <type_traits>

#include "geometry/fractions.h"
#include "smoke/smoke_state.h"

namespace spindrift {

template <int D>
struct GasView {
  SolidsView<D> solids;  // with the tiles and the domain
  FieldView<const CellType, D> type;
  FieldView<const std::int32_t, D> region;  // empty: all gas is region 1
  const TileContent* content;               // by tile id

  bool is_air(int tile) const { return content[tile] == TileContent::kAir; }
  const TilesView<D>& tiles() const { return solids.tiles; }
};
static_assert(std::is_trivially_copyable_v<GasView<3>>);

template <int D>
GasView<D> gas_view(const SmokeState<D>& state) {
  return {state.solids_view(), state.type, state.region, state.content.data()};
}

// One for each quantity; empty if the scene does not have it.
template <class Value, int D>
using QuantityViews = FieldViews<Value, D, kQuantities>;

// The share of each cell that is gas and not solid. Totals of smoke, heat and fuel are weighted with it.
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
  // Of one region: zero in the cells of others.
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

// The amounts in a tile, weighted with `share`.
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
