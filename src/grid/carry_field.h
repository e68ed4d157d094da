// Lets a field follow the tiles over a rebuild of their map.
#pragma once

#include <algorithm>

#include "exec/scratch.h"
#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "grid/tile_map.h"

namespace spindrift {

// Tiles that existed before keep their values; new ones are filled with `fresh`.
template <int D, class Value, Placement P>
void carry_field(const TileMap<D>& map, Scratch& scratch, Field<Value, D, P>& field, Value fresh) {
  const auto loan = scratch.borrow<Field<Value, D, P>>();
  Field<Value, D, P>& carried = *loan;
  carried.resize(map.count());
  for_each_tile(
      "carry field", map,
      [&](int tile) {
        const int previous = map.previous(tile);
        if (previous != 0 && !field.empty()) {
          std::copy_n(field.tile(previous), Tile<D>::kCells, carried.tile(tile));
        } else {
          std::fill_n(carried.tile(tile), Tile<D>::kCells, fresh);
        }
      },
      8);
  field.swap(carried);
}

}  // namespace spindrift
