#include "smoke/regions/gas_share.h"

#include "grid/for_each_tile.h"

namespace spindrift {

template <int D>
QuantityAmounts total_of_gas(const SmokeState<D>& state) {
  const GasView<D> gas = gas_view(state);
  const QuantityViews<const float, D> quantity = state.quantity;
  return reduce_tiles(
      "sum quantities of gas", state.tiles, QuantityAmounts{},
      [&](int tile) { return amounts_in_tile(quantity, GasShare<D>(gas, tile), tile); },
      [](QuantityAmounts a, const QuantityAmounts& b) { return a += b; }, 4);
}

template QuantityAmounts total_of_gas<2>(const SmokeState<2>&);
template QuantityAmounts total_of_gas<3>(const SmokeState<3>&);

}  // namespace spindrift
