// When forces act. Positions and velocities of particles leapfrog each other: velocities belong to the middle of a
// step. A step at the time t_n, after one of length dt_0 and before one of length dt, takes them from t_n - dt_0 / 2 to
// t_n + dt / 2; before the first step there was none, and they start at t_n.
//
// Forces and projection act for a part of that time, the kick, and particles take up the change f times:
//   f tau = (dt_0 + dt) / 2.
// stepping = euler      f = 1: the projected field u is that of t_n + dt / 2, and moves the particles. Symplectic,
// first order. stepping = leapfrog   f = 1 + dt / dt_0, so tau = dt_0 / 2: u is the field of t_n itself; what it took
// to get there is taken
//                       once more, ahead to t_n + dt / 2. Particles move through the field of t_n + dt / 2 too, by
//                       center_velocity. Second order. The same idea on grids is advection-reflection [Zehnder2018].
// The classic methods, and the order that moves first, have kicks as long as their steps.
// Liquid that comes to rest has an f between these two: see flip_damping.
#pragma once

#include <algorithm>

#include "liquid/density/rest.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// A change of velocity is taken ahead so many times at most: after a much shorter step it is mostly noise.
inline constexpr double kMostAhead = 2.0;

// The time that the projected velocity of this step is of.
template <int D>
double velocity_time(const LiquidState<D>& state) {
  return state.time - 0.5 * state.kick_memory.dt + state.kick.dt;
}

// Plans the kick of the step from state.time by state.dt.
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
