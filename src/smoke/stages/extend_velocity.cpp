// Extends the velocity one face beyond the gas, into solids and across open sides.
#include "smoke/extend.h"
#include "smoke/smoke_step.h"

namespace spindrift {

template <int D>
void extend_velocity(SmokeState<D>& state) {
  extend_faces<D>(state, state.velocity);
}

template void extend_velocity<2>(SmokeState<2>&);
template void extend_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
