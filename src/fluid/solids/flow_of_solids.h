// Moving solids in the balance of cells: what they take of a face flows with them.
#pragma once

#include "fluid/solids/solids_view.h"
#include "spindrift/frame.h"

namespace spindrift {

// Adds what moving solids bring into the fluid cells of a tile with these types, in cells' faces times m/s. With areas
// of faces as shares, a solid takes b - a of one: b is what all others leave, a what is left in the end. It comes in
// through the domain's closed sides and the surfaces of other solids as well, where it comes out of them: the liquid
// makes room for that.
template <int D>
void add_flow_of_solids(const SolidsView<D>& solids, const CellType* type, int tile, float* inflow);

}  // namespace spindrift
