#include "liquid/kick.h"

#include <algorithm>

#include "liquid/density/rest.h"

namespace spindrift {

namespace {
// A change of velocity is taken ahead so many times at most: after a much shorter step it is mostly noise.
constexpr double kMostAhead = 2.0;

// The time that the projected velocity of this step is of.
template <int D>
double velocity_time(const LiquidState<D>& state) {
  return state.time - 0.5 * state.kick_memory.dt + state.kick.dt;
}
}  // namespace

template <int D>
void plan_kick(LiquidState<D>& state) {
  const double dt = state.dt;
  Kick& kick = state.kick;
  if (state.scene.moves_first() || state.scene.uses_classic_methods()) {
    kick = {state.time + 0.5 * dt, dt, 1.0, 0.0};
    return;
  }
  const double before = state.kick_memory.dt, total = 0.5 * (before + dt);
  const double ahead = before > 0.0 ? std::min(dt / before, kMostAhead) : 0.0;
  kick.times = state.scene.uses_leapfrog() ? 1.0 + ahead * liveliness(state) : 1.0;
  kick.dt = total / kick.times;
  kick.time = state.time + 0.25 * (dt - before);
  const double since = velocity_time(state) - state.kick_memory.velocity_time;
  kick.ahead = kick.times > 1.0 && since > 0.0 ? std::min((total - kick.dt) / since, kMostAhead) : 0.0;
}

template <int D>
void remember_kick(LiquidState<D>& state) {
  state.kick_memory = {state.dt, velocity_time(state)};
}

template void plan_kick<2>(LiquidState<2>&);
template void plan_kick<3>(LiquidState<3>&);
template void remember_kick<2>(LiquidState<2>&);
template void remember_kick<3>(LiquidState<3>&);

}  // namespace spindrift
