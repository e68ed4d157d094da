// How far a value may go: to the largest, or the smallest, of the old values around.
#pragma once

#include <algorithm>
#include <limits>

#include "smoke/advection/advect_tile.h"

namespace spindrift {

// How far each new value of a tile lies from the largest (or smallest) of the old values in and around its cell.
template <int D>
class WayToLocalBound {
 public:
  WayToLocalBound(const SmokeState<D>& state, const AdvectedField<D, Placement::kCell>& field, int tile,
                  bool is_upward) {
    AdvectionBlock<D> block;
    load_block(state.tiles, *field.from, tile, block);
    const float sign = is_upward ? 1.0f : -1.0f;
    for (float& value : block.values) value *= sign;
    leave_out_solids(state, tile, block);
    for (int a = 0; a < D; ++a) {  // the largest of three, axis after axis
      const AdvectionBlock<D> before = block;
      const std::size_t stride = AdvectionBlock<D>::stride(a);
      for (std::size_t i = stride; i + stride < block.values.size(); ++i)
        block.values[i] = std::max({before.values[i - stride], before.values[i], before.values[i + stride]});
    }
    const float* to = field.to->tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      values_[c] = sign * std::max(0.0f, block.at(Tile<D>::cell_coord(c)) - sign * to[c]);
    // Beside a thin wall the old values around are partly those of the other side.
    for (const WalledCell& walled : state.walled_cells_of(tile)) values_[walled.cell] = 0.0f;
  }
  float operator[](int cell) const { return values_[cell]; }  // negative if it leads downward

 private:
  // Their values are means of the gas beside them, up to rounding.
  static void leave_out_solids(const SmokeState<D>& state, int tile, AdvectionBlock<D>& block) {
    if (state.content[tile] != TileContent::kMixed) return;
    HaloBlock<CellType, D, 1, 1> types;
    load_halo(state.tiles, state.type, tile, types);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (types.values[i] == CellType::kSolid) block.values[i] = -std::numeric_limits<float>::infinity();
  }

  float values_[Tile<D>::kCells];
};

}  // namespace spindrift
