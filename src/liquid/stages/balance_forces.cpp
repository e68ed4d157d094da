// Viscous liquids only: finds the pressure as if there were no viscosity. The part of the forces that this pressure
// balances moves nothing and must not act on the viscosity as a flow: gravity would keep stirring a pool.
// apply_viscosity leaves out this pressure's gradient, and project_pressure uses it as its first guess.
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
