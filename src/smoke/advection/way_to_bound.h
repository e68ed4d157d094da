// How far a value may go: to the largest, or the smallest, of the old values around.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "smoke/advection/advect_tile.h"
#include "smoke/gas_view.h"

namespace spindrift {

// How far each new value of a tile lies from the largest (or smallest) of the old values in and around its cell.
// `walled_cells` are those of the tile.
template <int D>
class WayToLocalBound {
 public:
  WayToLocalBound(const GasView<D>& gas, const AdvectedQuantity<D>& field, int tile,
                  std::span<const WalledCell> walled_cells, bool is_upward) {
    AdvectionBlock<D> block;
    load_block(gas.tiles(), field.from, tile, block);
    const float sign = is_upward ? 1.0f : -1.0f;
    for (float& value : block.values) value *= sign;
    leave_out_solids(gas, tile, block);
    for (int a = 0; a < D; ++a) {  // the largest of three, axis after axis
      const AdvectionBlock<D> before = block;
      const std::size_t stride = AdvectionBlock<D>::stride(a);
      for (std::size_t i = stride; i + stride < block.values.size(); ++i)
        block.values[i] = std::max({before.values[i - stride], before.values[i], before.values[i + stride]});
    }
    const float* to = field.to.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      values_[c] = sign * std::max(0.0f, block.at(Tile<D>::cell_coord(c)) - sign * to[c]);
    // Beside a thin wall the old values around are partly those of the other side.
    for (const WalledCell& walled : walled_cells) values_[walled.cell] = 0.0f;
  }
  float operator[](int cell) const { return values_[cell]; }  // negative if it leads downward

 private:
  // Their values are means of the gas beside them, up to rounding.
  static void leave_out_solids(const GasView<D>& gas, int tile, AdvectionBlock<D>& block) {
    if (gas.content[tile] != TileContent::kMixed) return;
    HaloBlock<CellType, D, 1, 1> types;
    load_halo(gas.tiles(), gas.type, tile, types);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (types.values[i] == CellType::kSolid) block.values[i] = -std::numeric_limits<float>::infinity();
  }

  float values_[Tile<D>::kCells];
};

}  // namespace spindrift
