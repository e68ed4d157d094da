#include "liquid/liquid_solver.h"

#include "fluid/solver_body.h"
#include "liquid/change_liquid.h"
#include "liquid/kick.h"
#include "liquid/liquid_checkpoint.h"
#include "liquid/liquid_fields.h"
#include "liquid/liquid_invariants.h"
#include "liquid/liquid_step.h"
#include "liquid/measure_liquid.h"
#include "liquid/wet_volume.h"

namespace spindrift {

template <int D>
struct FluidKind<LiquidState<D>> {
  static Result<std::unique_ptr<LiquidState<D>>> make(const Physics& scene) {
    auto state = make_liquid_state<D>(scene);
    if (state) (*state)->ledger.seeded_volume = wet_volume(**state);
    return state;
  }
  static Result<std::unique_ptr<LiquidState<D>>> make_empty(const Physics& scene) { return make_dry_state<D>(scene); }
  static std::vector<Stage<LiquidState<D>>> step(const Physics& scene) { return liquid_step<D>(scene); }
  static void begin_step(LiquidState<D>& state) { plan_kick(state); }
  static void end_step(LiquidState<D>& state) { remember_kick(state); }
};

template class Solver<LiquidState<2>>;
template class Solver<LiquidState<3>>;

}  // namespace spindrift
