// Brings the solids to where they are at the end of the step. Their velocity is the displacement over the step.
#include "smoke/smoke_step.h"

namespace spindrift {

template <int D>
void move_solids(SmokeState<D>& state) {
  for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt, state.dt);
}

template void move_solids<2>(SmokeState<2>&);
template void move_solids<3>(SmokeState<3>&);

}  // namespace spindrift
