// The gas as tile kernels take it: where it is, and what it holds.
#pragma once

#include <type_traits>

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

// One for each quantity; those that the scene has no use for are empty.
template <class Value, int D>
using QuantityViews = FieldViews<Value, D, kQuantities>;

}  // namespace spindrift
