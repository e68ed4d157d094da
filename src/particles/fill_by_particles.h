// Fields that follow from the particles of each cell.
#pragma once

#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "particles/particles_view.h"

namespace spindrift {

// Sets every cell of a field to value(begin, end) of the particles that it holds.
template <int D, class Value>
void fill_by_particles(const char* name, const TileMap<D>& map, const CellRanges<D>& particles,
                       CellField<float, D>& field, Value&& value) {
  const FieldView<float, D> to = field;
  for_each_tile(
      name, map,
      [&](int tile) {
        const std::uint32_t* begin = particles.cells_of(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) to.tile(tile)[c] = value(begin[c], begin[c + 1]);
      },
      4);
}

}  // namespace spindrift
