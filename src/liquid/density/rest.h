// When liquid counts as slow: its speed compared with that of the shortest waves that the grid resolves.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "fluid/force_field.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// Speed of waves as long as a cell, m/s: c^2 = g h + sigma / (rho h). 0 without gravity, force fields and tension.
template <int D>
double shortest_wave_speed(const LiquidState<D>& state) {
  const Physics& scene = state.scene;
  const double push = strongest_push(state), h = state.domain.h;
  return std::sqrt(push * h + scene.fluid.surface_tension / (scene.fluid.density * h));
}

// The share of FLIP, of APIC's c_p and of the leapfrog that is used; it falls to 0 as the liquid comes to rest. In the
// time that the shortest waves take to cross a cell it is m^2 / (m^2 + calm^2), m being the largest speed over theirs;
// so it does not depend on the length of the step. In water that hardly moves, velocities of particles beyond those of
// the grid are sampling noise and keep the water from coming to rest. One share for all particles conserves momentum.
template <int D>
double flip_damping(const LiquidState<D>& state) {
  const double wave = shortest_wave_speed(state), calm = state.scene.solver.calm_speed * wave;
  const double speed = static_cast<double>(state.max_speed);
  if (calm == 0.0) return 1.0;
  return math::pow(speed * speed / (speed * speed + calm * calm), wave * state.dt / state.domain.h);
}

// Share of the speed of the shortest waves below which liquid is at rest. Larger, and visible waves would count as
// rest; smaller, and still water never would, because of sampling noise.
inline constexpr double kRestSpeed = 0.01;

// Whether the liquid hardly moved in the last step.
template <int D>
bool is_at_rest(const LiquidState<D>& state) {
  return state.step > 0 && static_cast<double>(state.max_speed) < kRestSpeed * shortest_wave_speed(state);
}

}  // namespace spindrift
