// Viscous liquids only: finds the pressure before the viscosity acts, as if there were none. Of the forces, the part
// that this pressure balances moves nothing and must not look like a flow to the viscosity: gravity, held back at the
// walls of a pool only, would stir it for ever. apply_viscosity leaves the gradient out, and project_pressure begins
// with this pressure.
#include "liquid/liquid_step.h"
#include "liquid/stages/project_pressure.h"

namespace spindrift {

template <int D>
void balance_forces(LiquidState<D>& state) {
  find_pressure(state);
  state.cells_changed = false;
}

template void balance_forces<2>(LiquidState<2>&);
template void balance_forces<3>(LiquidState<3>&);

}  // namespace spindrift
