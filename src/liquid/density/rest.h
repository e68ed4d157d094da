// What counts as slow: speeds beside that of the shortest waves that the grid resolves.
#pragma once

#include <algorithm>
#include <cmath>

#include "fluid/force_field.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// Speed of waves a cell long, m/s: c^2 = g h + sigma / (rho h). 0: nothing drives the liquid.
template <int D>
double shortest_wave_speed(const LiquidState<D>& state) {
  const Physics& scene = state.scene;
  const double push = std::max(scene.forces.strongest_gravity(), strongest_field(scene, state.time)),
               h = state.domain.h;
  return std::sqrt(push * h + scene.fluid.surface_tension / (scene.fluid.density * h));
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
