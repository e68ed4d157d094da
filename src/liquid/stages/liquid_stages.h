// The stages of a liquid step. Each is one function in a file of the same name; docs/one-time-step.md explains them in
// order.
#pragma once

#include "fluid/stage.h"
#include "liquid/liquid_state.h"

namespace spindrift {

// Cells beyond the particles that find_curvature looks at.
inline constexpr int kCurvatureReach = 6;

// clang-format off
template <int D> void move_solids(LiquidState<D>&);
template <int D> void turn_velocity(LiquidState<D>&);
template <int D> void emit_particles(LiquidState<D>&);
template <int D> void drain_particles(LiquidState<D>&);
template <int D> void sort_particles(LiquidState<D>&);
template <int D> void push_particles_apart(LiquidState<D>&);
template <int D> void resample_particles(LiquidState<D>&);
template <int D> void classify_cells(LiquidState<D>&);
template <int D> void transfer_particles_to_grid(LiquidState<D>&);
template <int D> void extend_density(LiquidState<D>&);
template <int D> void find_surface(LiquidState<D>&);
template <int D> void separate_from_walls(LiquidState<D>&);
template <int D> void find_curvature(LiquidState<D>&);
template <int D> void apply_forces(LiquidState<D>&);
template <int D> void constrain_velocity(LiquidState<D>&);
template <int D> void apply_friction(LiquidState<D>&);
template <int D> void balance_forces(LiquidState<D>&);
template <int D> void apply_viscosity(LiquidState<D>&);
template <int D> void project_pressure(LiquidState<D>&);
template <int D> void correct_density(LiquidState<D>&);
template <int D> void extrapolate_velocity(LiquidState<D>&);
template <int D> void find_wall_pull(LiquidState<D>&);
template <int D> void transfer_grid_to_particles(LiquidState<D>&);
template <int D> void center_velocity(LiquidState<D>&);
template <int D> void move_particles(LiquidState<D>&);
template <int D> void collide_particles(LiquidState<D>&);
template <int D> void color_particles(LiquidState<D>&);

// Only in the order that moves the particles before it projects.
template <int D> void accelerate_particles(LiquidState<D>&);
template <int D> void move_particles_freely(LiquidState<D>&);
// clang-format on

}  // namespace spindrift
