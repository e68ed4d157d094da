// Values of tiles by the coordinates of their cells. Slow and plain.
#pragma once

#include "grid/field.h"
#include "grid/tile_map.h"

namespace spindrift::testing {

// The value stored for a grid cell; the dummy tile's where none exists.
template <int D, class Value, Placement P>
Value& value_at(const TileMap<D>& tiles, Field<Value, D, P>& field, const VecI<D>& cell) {
  const CellPlace<D> place(tiles, cell);
  return field.tile(place.tile)[place.index];
}

template <int D>
VecI<D> neighbor(VecI<D> cell, int axis, int step) {
  cell[axis] += step;
  return cell;
}

}  // namespace spindrift::testing
