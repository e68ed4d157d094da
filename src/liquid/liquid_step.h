// One liquid time step, in reading order. Each row is a function in stages/, in a file of the same name.
#pragma once

#include <span>
#include <vector>

#include "liquid/stages/liquid_stages.h"

namespace spindrift {

template <int D>
inline constexpr Stage<LiquidState<D>> kLiquidStep[] = {
    // clang-format off
    {"move solids",                move_solids<D>},
    {"drain particles",            drain_particles<D>},
    {"sort particles",             sort_particles<D>},
    {"emit particles",             emit_particles<D>},
    {"push particles apart",       push_particles_apart<D>},
    {"resample particles",         resample_particles<D>},
    {"classify cells",             classify_cells<D>},
    {"transfer particles to grid", transfer_particles_to_grid<D>},
    {"find surface",               find_surface<D>},
    {"find curvature",             find_curvature<D>},
    {"apply forces",               apply_forces<D>},
    {"constrain velocity",         constrain_velocity<D>},
    {"balance forces",             balance_forces<D>},
    {"apply viscosity",            apply_viscosity<D>},
    {"project pressure",           project_pressure<D>},
    {"correct density",            correct_density<D>},
    {"extrapolate velocity",       extrapolate_velocity<D>},
    {"transfer grid to particles", transfer_grid_to_particles<D>},
    {"color particles",            color_particles<D>},
    {"move particles",             move_particles<D>},
    {"collide particles",          collide_particles<D>},
    // clang-format on
};

// The order of the seeds: particles move before the projection. For comparison only; see docs/one-time-step.md.
template <int D>
inline constexpr Stage<LiquidState<D>> kMoveFirstLiquidStep[] = {
    // clang-format off
    {"move solids",                move_solids<D>},
    {"accelerate particles",       accelerate_particles<D>},
    {"move particles freely",      move_particles_freely<D>},
    {"collide particles",          collide_particles<D>},
    {"drain particles",            drain_particles<D>},
    {"sort particles",             sort_particles<D>},
    {"emit particles",             emit_particles<D>},
    {"push particles apart",       push_particles_apart<D>},
    {"resample particles",         resample_particles<D>},
    {"classify cells",             classify_cells<D>},
    {"transfer particles to grid", transfer_particles_to_grid<D>},
    {"find surface",               find_surface<D>},
    {"find curvature",             find_curvature<D>},
    {"constrain velocity",         constrain_velocity<D>},
    {"balance forces",             balance_forces<D>},
    {"apply viscosity",            apply_viscosity<D>},
    {"project pressure",           project_pressure<D>},
    {"extrapolate velocity",       extrapolate_velocity<D>},
    {"transfer grid to particles", transfer_grid_to_particles<D>},
    {"color particles",            color_particles<D>},
    // clang-format on
};

// The rows this scene runs: its order, without the rows that have nothing to do.
template <int D>
std::vector<Stage<LiquidState<D>>> liquid_step(const Scene& scene);

}  // namespace spindrift
