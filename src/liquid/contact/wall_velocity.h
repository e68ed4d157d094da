// The velocity of the wall that holds liquid back at a face.
#pragma once

#include "fluid/solids/solid_distance.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// That of a solid within a cell of the face, else the domain's, which stands still.
template <int D>
float wall_velocity(const LiquidState<D>& state, int tile, int c, int axis) {
  VecD<D> face = VecD<D>::from(state.tiles.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> x = state.domain.to_world(face);
  const Solid<D>* nearest = nullptr;
  return distance_to_solids(state, x, &nearest) < state.domain.h ? static_cast<float>(nearest->velocity(x)[axis])
                                                                 : 0.0f;
}

}  // namespace spindrift
