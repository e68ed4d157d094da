// How much of each half, quarter or eighth of a cell is liquid, from the particles.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// The particles around the middle of an octant are counted with linear weights that reach a cell, and compared with
// liquid at rest; solids in reach do not count as missing. Half the density is the surface: the share rises from 0 to 1
// between a quarter and three quarters. It is never quite 0 in a fluid cell, so that every face of one has a mass; a
// particle alone then moves as a light piece of the same liquid would. A cell without air around it is full.
template <int D>
void fill_octants(const LiquidState<D>& state, CellField<Octants<D>, D>& octants);

}  // namespace spindrift
