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
  static Status change(SmokeState<D>& state, const Physics& scene) { return change_scene(state, scene); }
  static void save(StateSaver& archive, const SmokeState<D>& state) { save_state(archive, state); }
  static Status load(StateLoader& archive, SmokeState<D>& state) { return load_state(archive, state); }
  static void measure(const SmokeState<D>& state, FrameReport& report) { spindrift::measure(state, report); }
  static double longest_step(const SmokeState<D>& state) { return cfl_step(state); }
  static void begin_step(SmokeState<D>& state) { state.kick = {state.time + 0.5 * state.dt, state.dt}; }
  static void end_step(SmokeState<D>&) {}
  static void check_invariants(const SmokeState<D>& state) { spindrift::check_invariants(state); }
};

template class Solver<SmokeState<2>>;
template class Solver<SmokeState<3>>;

}  // namespace spindrift
