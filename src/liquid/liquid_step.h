// One liquid time step, in reading order. Each row is a function in stages/, in a file of the same name; what it reads
// and writes stands in liquid_rows.h.
#pragma once

#include <span>
#include <vector>

#include "liquid/liquid_rows.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

template <int D>
consteval Stage<LiquidState<D>> liquid_row(const char* name, void (*run)(LiquidState<D>&)) {
  return make_stage(name, run, kLiquidRows);
}

template <int D>
inline constexpr Stage<LiquidState<D>> kLiquidStep[] = {
    // clang-format off
    liquid_row<D>("move solids",                move_solids<D>),
    liquid_row<D>("turn velocity",              turn_velocity<D>),
    liquid_row<D>("drain particles",            drain_particles<D>),
    liquid_row<D>("sort particles",             sort_particles<D>),
    liquid_row<D>("emit particles",             emit_particles<D>),
    liquid_row<D>("push particles apart",       push_particles_apart<D>),
    liquid_row<D>("resample particles",         resample_particles<D>),
    liquid_row<D>("classify cells",             classify_cells<D>),
    liquid_row<D>("transfer particles to grid", transfer_particles_to_grid<D>),
    liquid_row<D>("extend density",             extend_density<D>),
    liquid_row<D>("find surface",               find_surface<D>),
    liquid_row<D>("separate from walls",        separate_from_walls<D>),
    liquid_row<D>("find curvature",             find_curvature<D>),
    liquid_row<D>("apply forces",               apply_forces<D>),
    liquid_row<D>("constrain velocity",         constrain_velocity<D>),
    liquid_row<D>("apply friction",             apply_friction<D>),
    liquid_row<D>("balance forces",             balance_forces<D>),
    liquid_row<D>("apply viscosity",            apply_viscosity<D>),
    liquid_row<D>("project pressure",           project_pressure<D>),
    liquid_row<D>("correct density",            correct_density<D>),
    liquid_row<D>("extrapolate velocity",       extrapolate_velocity<D>),
    liquid_row<D>("find wall pull",             find_wall_pull<D>),
    liquid_row<D>("center velocity",            center_velocity<D>),
    liquid_row<D>("transfer grid to particles", transfer_grid_to_particles<D>),
    liquid_row<D>("color particles",            color_particles<D>),
    liquid_row<D>("move particles",             move_particles<D>),
    liquid_row<D>("collide particles",          collide_particles<D>),
    // clang-format on
};

// Particles move before the projection, as in many small programs. For comparison only; see docs/one-time-step.md.
template <int D>
inline constexpr Stage<LiquidState<D>> kMoveFirstLiquidStep[] = {
    // clang-format off
    liquid_row<D>("move solids",                move_solids<D>),
    liquid_row<D>("turn velocity",              turn_velocity<D>),
    liquid_row<D>("accelerate particles",       accelerate_particles<D>),
    liquid_row<D>("move particles freely",      move_particles_freely<D>),
    liquid_row<D>("collide particles",          collide_particles<D>),
    liquid_row<D>("drain particles",            drain_particles<D>),
    liquid_row<D>("sort particles",             sort_particles<D>),
    liquid_row<D>("emit particles",             emit_particles<D>),
    liquid_row<D>("push particles apart",       push_particles_apart<D>),
    liquid_row<D>("resample particles",         resample_particles<D>),
    liquid_row<D>("classify cells",             classify_cells<D>),
    liquid_row<D>("transfer particles to grid", transfer_particles_to_grid<D>),
    liquid_row<D>("extend density",             extend_density<D>),
    liquid_row<D>("find surface",               find_surface<D>),
    liquid_row<D>("find curvature",             find_curvature<D>),
    liquid_row<D>("constrain velocity",         constrain_velocity<D>),
    liquid_row<D>("apply friction",             apply_friction<D>),
    liquid_row<D>("balance forces",             balance_forces<D>),
    liquid_row<D>("apply viscosity",            apply_viscosity<D>),
    liquid_row<D>("project pressure",           project_pressure<D>),
    liquid_row<D>("extrapolate velocity",       extrapolate_velocity<D>),
    liquid_row<D>("transfer grid to particles", transfer_grid_to_particles<D>),
    liquid_row<D>("color particles",            color_particles<D>),
    // clang-format on
};

// The rows this scene runs: its order, without the rows that have nothing to do.
template <int D>
std::vector<Stage<LiquidState<D>>> liquid_step(const Physics& scene);

}  // namespace spindrift
