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
// Liquid that comes to rest has an f between these two: see liveliness.
#pragma once

#include "liquid/liquid_state.h"

namespace spindrift {

// Plans the kick of the step from state.time by state.dt.
template <int D>
void plan_kick(LiquidState<D>& state);

// What is remembered of it, after the step.
template <int D>
void remember_kick(LiquidState<D>& state);

}  // namespace spindrift
