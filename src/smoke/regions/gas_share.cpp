#include "smoke/regions/gas_share.h"

#include "grid/for_each_tile.h"

namespace spindrift {

template <int D>
std::array<double, kQuantities> total_of_gas(const SmokeState<D>& state) {
  using Totals = std::array<double, kQuantities>;
  return reduce_tiles(
      "total of gas", state.tiles, Totals{},
      [&](int tile) {
        const GasShare<D> share(state, tile);
        Totals sums{};
        for (std::size_t q = 0; q < kQuantities; ++q) {
          if (state.quantity[q].empty()) continue;
          const float* values = state.quantity[q].tile(tile);
          for (int c = 0; c < Tile<D>::kCells; ++c) sums[q] += static_cast<double>(share[c] * values[c]);
        }
        return sums;
      },
      [](Totals a, const Totals& b) {
        for (std::size_t q = 0; q < kQuantities; ++q) a[q] += b[q];
        return a;
      },
      4);
}

template std::array<double, kQuantities> total_of_gas<2>(const SmokeState<2>&);
template std::array<double, kQuantities> total_of_gas<3>(const SmokeState<3>&);

}  // namespace spindrift
