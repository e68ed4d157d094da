// Brings the solids to where they are at the end of the step. Their velocity is the displacement over the step, so that
// liquid carried by a solid arrives with it.
#include "stages/smoke_stages.h"
#include "stages/solid_distance.h"

namespace spindrift {

template <int D>
void move_solids(LiquidState<D>& state) {
  for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt, state.dt);
  // In the seeds' order particles meet the solids before the next sort brings the distances up to date.
  if (state.scene.solver.order == StepOrder::kMoveThenProject) refresh_moving_solids(state);
}

template <int D>
void move_solids(SmokeState<D>& state) {
  for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt, state.dt);
}

template void move_solids<2>(SmokeState<2>&);
template void move_solids<3>(SmokeState<3>&);
template void move_solids<2>(LiquidState<2>&);
template void move_solids<3>(LiquidState<3>&);

}  // namespace spindrift
