#include "smoke/smoke_solver.h"

#include "fluid/solver_body.h"
#include "smoke/change_smoke.h"
#include "smoke/measure_smoke.h"
#include "smoke/smoke_checkpoint.h"
#include "smoke/smoke_fields.h"
#include "smoke/smoke_invariants.h"
#include "smoke/smoke_step.h"

namespace spindrift {

template <int D>
struct FluidKind<SmokeState<D>> {
  static Result<std::unique_ptr<SmokeState<D>>> make(const Physics& scene) { return make_smoke_state<D>(scene); }
  static Result<std::unique_ptr<SmokeState<D>>> make_empty(const Physics& scene) {
    return make_empty_smoke_state<D>(scene);
  }
  static std::vector<Stage<SmokeState<D>>> step(const Physics& scene) { return smoke_step<D>(scene); }
  static void begin_step(SmokeState<D>& state) { state.kick = {state.time + 0.5 * state.dt, state.dt}; }
  static void end_step(SmokeState<D>&) {}
};

template class Solver<SmokeState<2>>;
template class Solver<SmokeState<3>>;

}  // namespace spindrift
