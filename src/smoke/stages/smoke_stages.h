// The stages of a smoke step. Each is one function in a file of the same name; docs/methods/smoke.md explains them.
#pragma once

#include "fluid/stage.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// clang-format off: a list
template <int D> void move_solids(SmokeState<D>&);
template <int D> void choose_tiles(SmokeState<D>&);
template <int D> void emit_smoke(SmokeState<D>&);
template <int D> void advect_smoke(SmokeState<D>&);
template <int D> void burn_fuel(SmokeState<D>&);
template <int D> void fade_smoke(SmokeState<D>&);
template <int D> void diffuse_smoke(SmokeState<D>&);
template <int D> void reflect_velocity(SmokeState<D>&);
template <int D> void advect_velocity(SmokeState<D>&);
template <int D> void turn_velocity(SmokeState<D>&);
template <int D> void apply_buoyancy(SmokeState<D>&);
template <int D> void confine_vorticity(SmokeState<D>&);
template <int D> void diffuse_velocity(SmokeState<D>&);
template <int D> void project_gas(SmokeState<D>&);
template <int D> void extend_velocity(SmokeState<D>&);
// clang-format on

// After the tiles or the solids changed: which cells are gas, and what follows from that.
template <int D>
void classify_cells_of_gas(SmokeState<D>& state);

// Against gravity; y without gravity. In a tank that moves as long as its acceleration makes gravity, else of length 1.
template <int D>
VecD<D> up_direction(const SmokeState<D>& state);

// The inflow of each cell of gas, and the volume that fire makes in it; m/s.
template <int D>
void find_gas_inflow(const SmokeState<D>& state, CellField<float, D>& inflow);

// u -= share * (q - q_low) on every face that gas can pass. Returns the largest component of the velocity.
template <int D>
float subtract_pressure_gradient(SmokeState<D>& state);
}  // namespace spindrift
