// Cells that a wall parts from the rest of their block; see StrayCell.
#pragma once

#include "linear/pressure/multigrid.h"

namespace spindrift {

template <int D>
VecI<D> halved(VecI<D> cell) {
  for (int a = 0; a < D; ++a) cell[a] >>= 1;
  return cell;
}

// Lists the strays of a level; `found` is memory to work in.
template <int D>
void find_strays(MultigridLevel<D>& fine, const MultigridLevel<D>& coarse, TileLists<StrayCell<D>>& found);

// Takes the strays' share of the coarse operator from the blocks they lie in to those they count to.
template <int D>
void move_strays(const MultigridLevel<D>& fine, MultigridLevel<D>& coarse);

}  // namespace spindrift
