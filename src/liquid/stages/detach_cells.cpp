// Cells that have separated from walls, by find_detached_cells, count as air: the pressure in them is that of the
// air, and the flow of the liquid beside them goes on into them.
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
void detach_cells(LiquidState<D>& state) {
  const FieldView<const std::uint8_t, D> pulls = state.detached;
  const FieldView<CellType, D> types = state.type;
  state.fluid_cells -= reduce_tiles(
      "detach cells", state.tiles, std::int64_t{0},
      [&](int tile) {
        const std::uint8_t* pull = pulls.tile(tile);
        CellType* type = types.tile(tile);
        std::int64_t count = 0;
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          if (pull[c] == 0 || type[c] != CellType::kFluid) continue;
          type[c] = CellType::kAir;
          ++count;
        }
        return count;
      },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 8);
}

template void detach_cells<2>(LiquidState<2>&);
template void detach_cells<3>(LiquidState<3>&);

}  // namespace spindrift
