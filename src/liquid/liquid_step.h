// One liquid time step, in reading order. Each row is a function in stages/, in a file of the same name; what it reads
// and writes stands in liquid_rows.h.
#pragma once

#include <span>
#include <vector>

#include "liquid/liquid_rows.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

template <int D>
consteval Stage<LiquidState<D>> row(const char* name, void (*run)(LiquidState<D>&)) {
  return make_stage(name, run, kLiquidRows);
}

template <int D>
inline constexpr Stage<LiquidState<D>> kLiquidStep[] = {
    // clang-format off
    row<D>("move solids",                move_solids<D>),
    row<D>("drain particles",            drain_particles<D>),
    row<D>("sort particles",             sort_particles<D>),
    row<D>("emit particles",             emit_particles<D>),
    row<D>("push particles apart",       push_particles_apart<D>),
    row<D>("resample particles",         resample_particles<D>),
    row<D>("classify cells",             classify_cells<D>),
    row<D>("transfer particles to grid", transfer_particles_to_grid<D>),
    row<D>("extend density",             extend_density<D>),
    row<D>("find surface",               find_surface<D>),
    row<D>("find curvature",             find_curvature<D>),
    row<D>("apply forces",               apply_forces<D>),
    row<D>("constrain velocity",         constrain_velocity<D>),
    row<D>("balance forces",             balance_forces<D>),
    row<D>("apply viscosity",            apply_viscosity<D>),
    row<D>("project pressure",           project_pressure<D>),
    row<D>("correct density",            correct_density<D>),
    row<D>("extrapolate velocity",       extrapolate_velocity<D>),
    row<D>("transfer grid to particles", transfer_grid_to_particles<D>),
    row<D>("color particles",            color_particles<D>),
    row<D>("move particles",             move_particles<D>),
    row<D>("collide particles",          collide_particles<D>),
    // clang-format on
};

// The order of the seeds: particles move before the projection. For comparison only; see docs/one-time-step.md.
template <int D>
inline constexpr Stage<LiquidState<D>> kMoveFirstLiquidStep[] = {
    // clang-format off
    row<D>("move solids",                move_solids<D>),
    row<D>("accelerate particles",       accelerate_particles<D>),
    row<D>("move particles freely",      move_particles_freely<D>),
    row<D>("collide particles",          collide_particles<D>),
    row<D>("drain particles",            drain_particles<D>),
    row<D>("sort particles",             sort_particles<D>),
    row<D>("emit particles",             emit_particles<D>),
    row<D>("push particles apart",       push_particles_apart<D>),
    row<D>("resample particles",         resample_particles<D>),
    row<D>("classify cells",             classify_cells<D>),
    row<D>("transfer particles to grid", transfer_particles_to_grid<D>),
    row<D>("extend density",             extend_density<D>),
    row<D>("find surface",               find_surface<D>),
    row<D>("find curvature",             find_curvature<D>),
    row<D>("constrain velocity",         constrain_velocity<D>),
    row<D>("balance forces",             balance_forces<D>),
    row<D>("apply viscosity",            apply_viscosity<D>),
    row<D>("project pressure",           project_pressure<D>),
    row<D>("extrapolate velocity",       extrapolate_velocity<D>),
    row<D>("transfer grid to particles", transfer_grid_to_particles<D>),
    row<D>("color particles",            color_particles<D>),
    // clang-format on
};

// The rows this scene runs: its order, without the rows that have nothing to do.
template <int D>
std::vector<Stage<LiquidState<D>>> liquid_step(const Physics& scene);

}  // namespace spindrift
