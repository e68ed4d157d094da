// One smoke time step, in reading order. Each row is a function in stages/, in a file of the same name.
#pragma once

#include <vector>

#include "smoke/stages/smoke_stages.h"

namespace spindrift {

// clang-format off: a table
template <int D>
inline constexpr Stage<SmokeState<D>> kSmokeStep[] = {
    {"move solids",       move_solids<D>, "", ""},
    {"choose tiles",      choose_tiles<D>, "", ""},
    {"emit smoke",        emit_smoke<D>, "", ""},
    {"advect smoke",      advect_smoke<D>, "", ""},
    {"burn fuel",         burn_fuel<D>, "", ""},
    {"fade smoke",        fade_smoke<D>, "", ""},
    {"diffuse smoke",     diffuse_smoke<D>, "", ""},
    {"reflect velocity",  reflect_velocity<D>, "", ""},
    {"advect velocity",   advect_velocity<D>, "", ""},
    {"apply buoyancy",    apply_buoyancy<D>, "", ""},
    {"confine vorticity", confine_vorticity<D>, "", ""},
    {"diffuse velocity",  diffuse_velocity<D>, "", ""},
    {"project gas",       project_gas<D>, "", ""},
    {"extend velocity",   extend_velocity<D>, "", ""},
};
// clang-format on

// The rows this scene runs: without those that have nothing to do.
template <int D>
std::vector<Stage<SmokeState<D>>> smoke_step(const Physics& scene);

}  // namespace spindrift
