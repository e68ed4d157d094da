// One time step of smoke, in reading order, one row a line. Each row is a function in stages/, in a file of its name.
// docs/methods/smoke.md explains them under the same headings.
#pragma once

#include "fluid/stage.h"
#include "smoke/smoke_state.h"

// ROW(function, runs if, reads, writes), as in liquid_step.h. Field names are those of SmokeState::describe_fields.
// clang-format off
#define SPINDRIFT_SMOKE_STEP(ROW) \
  ROW(move_solids,       !scene.solids.empty(),          "solids", "solids") \
  ROW(choose_tiles,      true,                           "quantity velocity scaled_pressure burnt type content region tiles solids solid_samples sources ledger extension", "tiles type content quantity velocity scaled_pressure burnt region extension outlets walled_cells solid_samples fluid_cells cells_changed ledger") \
  ROW(emit_smoke,        !scene.smoke_sources.empty(),   "quantity velocity sources type tiles content solid_samples", "quantity velocity ledger") \
  ROW(advect_smoke,      true,                           "quantity velocity scaled_pressure.dt burnt extension outlets walled_cells region ledger type tiles content solid_samples", "quantity ledger") \
  ROW(burn_fuel,         scene.has_fuel(),               "quantity type tiles content solid_samples", "quantity burnt ledger") \
  ROW(fade_smoke,        scene.gas.dissipation > 0.0 || scene.gas.cooling > 0.0 || scene.fire.radiation > 0.0, "quantity type tiles content solid_samples", "quantity ledger") \
  ROW(diffuse_smoke,     scene.gas.diffusion > 0.0,      "quantity type tiles solid_samples", "quantity") \
  ROW(reflect_velocity,  scene.gas.reflection,           "velocity scaled_pressure extension type tiles solid_samples", "velocity advecting_velocity scaled_pressure") \
  ROW(advect_velocity,   true,                           "velocity advecting_velocity confinement_budget extension outlets type tiles content", "velocity confinement_budget") \
  ROW(turn_velocity,     scene.frame.moves(),            "velocity tiles frame", "velocity frame") \
  ROW(apply_buoyancy,    true,                           "quantity velocity tiles content frame", "velocity") \
  ROW(confine_vorticity, scene.gas.confinement > 0.0,    "velocity confinement_budget type tiles content", "velocity confinement_budget") \
  ROW(diffuse_velocity,  scene.gas.viscosity > 0.0,      "velocity extension tiles", "velocity") \
  ROW(project_gas,       true,                           "velocity burnt scaled_pressure fluid_cells cells_changed pressure_system solids type tiles content solid_samples extension", "velocity scaled_pressure pressure_system cells_changed max_speed") \
  ROW(extend_velocity,   true,                           "velocity extension tiles", "velocity")
// clang-format on

namespace spindrift {

#define SPINDRIFT_DECLARE(function, runs_if, reads, writes) \
  template <int D>                                          \
  void function(SmokeState<D>&);
SPINDRIFT_SMOKE_STEP(SPINDRIFT_DECLARE)
#undef SPINDRIFT_DECLARE

template <int D>
std::span<const Stage<SmokeState<D>>> smoke_rows() {
  static constexpr Stage<SmokeState<D>> kRows[] = {SPINDRIFT_SMOKE_STEP(SPINDRIFT_STAGE)};
  return kRows;
}

// The rows that this scene runs.
template <int D>
std::vector<Stage<SmokeState<D>>> smoke_step(const Physics& scene) {
  return rows_of(smoke_rows<D>(), scene);
}

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
