#include "smoke/smoke_invariants.h"

#include <cmath>

#include "base/check.h"

namespace spindrift {

template <int D>
void check_invariants(const SmokeState<D>& state) {
  SPINDRIFT_CHECK(std::ssize(state.content) == state.tiles.count() + 1);
  SPINDRIFT_CHECK(std::ssize(state.density().data()) == (state.tiles.count() + 1) * Tile<D>::kCells);
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (state.type.tile(tile)[c] != CellType::kFluid) continue;
      for (const auto& component : state.velocity) SPINDRIFT_CHECK(std::isfinite(component.tile(tile)[c]));
      for (const auto& quantity : state.quantity)
        SPINDRIFT_CHECK(quantity.empty() || std::isfinite(quantity.tile(tile)[c]));
    }
}

template void check_invariants<2>(const SmokeState<2>&);
template void check_invariants<3>(const SmokeState<3>&);

}  // namespace spindrift
