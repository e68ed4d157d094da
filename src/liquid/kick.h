// When forces act. Positions and velocities of particles leapfrog each other: velocities belong to the middle of a
// step. A step at the time t_n, after one of length dt_0 and before one of length dt, brings them from t_n - dt_0 / 2
// to t_n + dt / 2; the first step starts at t_n. Forces and projection act for the kick tau, a part of that time, and
// particles receive the change f times:
//   f tau = (dt_0 + dt) / 2.
//
// stepping = euler: f = 1. The projected field u is that of t_n + dt / 2 and moves the particles. Symplectic, first
// order.
//
// stepping = leapfrog: f = 1 + dt / dt_0, so tau = dt_0 / 2. u is the field of t_n; particles receive its change once
// more, up to t_n + dt / 2, and move through the field of t_n + dt / 2 (center_velocity). Second order, like
// advection-reflection on grids [Zehnder2018].
//
// Kicks of the classic methods, and of the order that moves first, are as long as their steps. As liquid comes to rest,
// f falls to 1 with flip_damping.
#pragma once

#include <algorithm>

#include "liquid/density/rest.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// Limits the extrapolation in time: the change of a much shorter step is mostly noise.
inline constexpr double kMostAhead = 2.0;

// The time of the projected velocity of this step.
template <int D>
double velocity_time(const LiquidState<D>& state) {
  return state.time - 0.5 * state.kick_memory.dt + state.kick.dt;
}

// Plans the kick of the step from state.time by state.dt.
template <int D>
void plan_kick(LiquidState<D>& state) {
  const double dt = state.dt;
  Kick& kick = state.kick;
  if (state.scene.moves_first() || state.scene.is_classic()) {
    kick = {state.time + 0.5 * dt, dt, 1.0, 0.0};
    return;
  }
  const double before = state.kick_memory.dt, total = 0.5 * (before + dt);
  const double ahead = before > 0.0 ? std::min(dt / before, kMostAhead) : 0.0;
  kick.times = state.scene.uses_leapfrog() ? 1.0 + ahead * flip_damping(state) : 1.0;
  kick.dt = total / kick.times;
  kick.time = state.time + 0.25 * (dt - before);
  const double since = velocity_time(state) - state.kick_memory.velocity_time;
  kick.ahead = kick.times > 1.0 && since > 0.0 ? std::min((total - kick.dt) / since, kMostAhead) : 0.0;
}

// After the step.
template <int D>
void remember_kick(LiquidState<D>& state) {
  state.kick_memory = {state.dt, velocity_time(state)};
}

}  // namespace spindrift
