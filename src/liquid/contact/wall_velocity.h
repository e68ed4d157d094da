// The velocity of the wall that holds liquid back at a face.
#pragma once

#include "fluid/solids.h"

namespace spindrift {

// That of a solid within a cell of the face, else the domain's, which stands still.
template <int D>
float wall_velocity(const SolidsView<D>& solids, int tile, int c, int axis) {
  VecD<D> face = VecD<D>::from(solids.tiles.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> x = solids.domain.to_world(face);
  const Solid<D>* nearest = nullptr;
  return distance_to_solids(solids.solids, x, &nearest) < solids.domain.h
             ? static_cast<float>(nearest->velocity(x)[axis])
             : 0.0f;
}

}  // namespace spindrift
