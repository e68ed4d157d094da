// One multigrid cycle from a zero guess: levels[depth].x = approximately A^-1 b.
#pragma once

#include "linear/multigrid.h"

namespace spindrift {

template <int D>
void v_cycle(Multigrid<D>& multigrid, std::size_t depth, const float* b);

}  // namespace spindrift
