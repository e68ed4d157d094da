// Turns the cells that find_detached_cells found in the last step into air: their pressure is that of the air, and
// liquid beside them may flow into them.
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
void detach_cells(LiquidState<D>& state) {
  const FieldView<const std::uint8_t, D> all_detached = state.detached;
  const FieldView<CellType, D> types = state.type;
  state.fluid_cells -= sum_tiles(
      "detach cells", state.tiles,
      [&](int tile) {
        const std::uint8_t* detached = all_detached.tile(tile);
        CellType* type = types.tile(tile);
        std::int64_t count = 0;
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          if (detached[c] == 0 || type[c] != CellType::kFluid) continue;
          type[c] = CellType::kAir;
          ++count;
        }
        return count;
      },
      8);
}

template void detach_cells<2>(LiquidState<2>&);
template void detach_cells<3>(LiquidState<3>&);

}  // namespace spindrift
