// What counts as slow: speeds beside that of the shortest waves that the grid resolves.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "fluid/force_field.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// Speed of waves a cell long, m/s: c^2 = g h + sigma / (rho h). 0: nothing drives the liquid.
template <int D>
double shortest_wave_speed(const LiquidState<D>& state) {
  const Physics& scene = state.scene;
  const double push = strongest_push(state), h = state.domain.h;
  return std::sqrt(push * h + scene.fluid.surface_tension / (scene.fluid.density * h));
}

// How much of FLIP, of APIC's c_p and of the leapfrog is left as the liquid comes to rest: m^2 / (m^2 + calm^2) while
// the shortest waves cross a cell, m being the largest speed in terms of theirs, so that it means the same at any step.
// In water that hardly moves, what particles have more than the grid is not motion but its uneven sampling by them, and
// keeps it from coming to rest. One share for all: a share that varies from particle to particle would not keep the
// momentum.
template <int D>
double flip_damping(const LiquidState<D>& state) {
  const double wave = shortest_wave_speed(state), calm = state.scene.solver.calm_speed * wave;
  const double speed = static_cast<double>(state.max_speed);
  if (calm == 0.0) return 1.0;
  return math::pow(speed * speed / (speed * speed + calm * calm), wave * state.dt / state.domain.h);
}

// Of the speed of the shortest waves: slower liquid is at rest. What particles do in it is noise of their sampling;
// with a larger share waves that are still seen would count as rest, with a smaller one still water never would.
inline constexpr double kRestSpeed = 0.01;

// Whether the liquid hardly moved in the last step.
template <int D>
bool is_at_rest(const LiquidState<D>& state) {
  return state.step > 0 && static_cast<double>(state.max_speed) < kRestSpeed * shortest_wave_speed(state);
}

}  // namespace spindrift
