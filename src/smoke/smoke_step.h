// One time step of smoke. Each row is a function in stages/, in a file of the same name; smoke_rows.h lists what it
// reads and writes.
#pragma once

#include "smoke/smoke_rows.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

// clang-format off: a table
template <int D>
consteval Stage<SmokeState<D>> smoke_row(const char* name, void (*run)(SmokeState<D>&)) {
  return make_stage(name, run, kSmokeRows);
}

template <int D>
inline constexpr Stage<SmokeState<D>> kSmokeStep[] = {
    smoke_row<D>("move solids",       move_solids<D>),
    smoke_row<D>("choose tiles",      choose_tiles<D>),
    smoke_row<D>("emit smoke",        emit_smoke<D>),
    smoke_row<D>("advect smoke",      advect_smoke<D>),
    smoke_row<D>("burn fuel",         burn_fuel<D>),
    smoke_row<D>("fade smoke",        fade_smoke<D>),
    smoke_row<D>("diffuse smoke",     diffuse_smoke<D>),
    smoke_row<D>("reflect velocity",  reflect_velocity<D>),
    smoke_row<D>("advect velocity",   advect_velocity<D>),
    smoke_row<D>("turn velocity",     turn_velocity<D>),
    smoke_row<D>("apply buoyancy",    apply_buoyancy<D>),
    smoke_row<D>("confine vorticity", confine_vorticity<D>),
    smoke_row<D>("diffuse velocity",  diffuse_velocity<D>),
    smoke_row<D>("project gas",       project_gas<D>),
    smoke_row<D>("extend velocity",   extend_velocity<D>),
};
// clang-format on

}  // namespace spindrift
