// One multigrid cycle from a zero guess: levels[0].x = approximately A^-1 b.
#pragma once

#include "linear/pressure/multigrid.h"

namespace spindrift {

template <int D>
void run_cycle(Multigrid<D>& multigrid, const float* b);

}  // namespace spindrift
