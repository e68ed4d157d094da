// One liquid time step, in reading order, one row a line. Each row is a function in stages/, in a file of its name: the
// row "move solids" is move_solids in stages/move_solids.cpp. docs/one-time-step.md explains them under the same
// headings.
#pragma once

#include "fluid/stage.h"
#include "liquid/liquid_state.h"

// ROW(function, runs if, reads, writes). `scene` is the scene (Physics). Reads and writes are names of fields
// (LiquidState::describe_fields). Checked builds and a test verify that each row accesses only these fields.
// `spindrift stages SCENE --fields` prints them.
// clang-format off
#define CARRIED "scaled_pressure last_velocity last_acceleration acceleration_before_last detached"
#define SORT_WRITES "particles tiles solid_samples velocity known type density surface_distance curvature " CARRIED " drift transferred_velocity velocity_change"
#define SPINDRIFT_LIQUID_STEP(ROW) \
  ROW(move_solids,                !scene.solids.empty(),           "solids", "solids solid_path solid_samples") \
  ROW(turn_velocity,              scene.frame.moves(),             "particles tiles frame", "particles.velocity particles.affine frame") \
  ROW(accelerate_particles,       scene.moves_first(),             "particles tiles frame", "particles.velocity") \
  ROW(move_particles_freely,      scene.moves_first(),             "particles tiles solids solid_path solid_samples", "particles.position") \
  ROW(collide_particles,          scene.moves_first(),             "particles tiles solids solid_samples", "particles.position particles.velocity ledger") \
  ROW(drain_particles,            !scene.drains.empty(),           "particles tiles drains", "particles.position ledger") \
  ROW(sort_particles,             true,                            "particles tiles solids solid_samples " CARRIED " max_speed", SORT_WRITES) \
  ROW(emit_particles,             !scene.sources.empty(),          "particles tiles sources particles_per_cell solids solid_samples " CARRIED " max_speed", SORT_WRITES " sources ledger") \
  ROW(push_particles_apart,       scene.uses_push_apart(),         "particles tiles solids solid_path solid_samples " CARRIED " max_speed", SORT_WRITES " ledger") \
  ROW(resample_particles,         scene.uses_resampling(),         "particles tiles particles_per_cell solids solid_path solid_samples max_speed", "particles") \
  ROW(classify_cells,             true,                            "particles.cell_begin tiles solids solid_samples", "type fluid_cells cells_changed") \
  ROW(transfer_particles_to_grid, true,                            "particles tiles", "velocity known transferred_velocity density") \
  ROW(extend_density,             scene.uses_density(),            "density type tiles solids solid_samples rest_density frame", "density") \
  ROW(find_surface,               scene.uses_level_set(),          "density type tiles particles.cell_begin rest_density", "surface_distance type fluid_cells") \
  ROW(detach_cells,               scene.detaches_cells(),          "detached type tiles", "type fluid_cells") \
  ROW(find_curvature,             scene.uses_surface_tension(),    "surface_distance type tiles", "curvature") \
  ROW(apply_forces,               !scene.moves_first(),            "velocity tiles frame", "velocity") \
  ROW(constrain_velocity,         true,                            "velocity known transferred_velocity type tiles solids solid_samples", "velocity known transferred_velocity") \
  ROW(apply_friction,             scene.has_friction(),            "velocity known type tiles solids solid_samples", "velocity") \
  ROW(balance_forces,             scene.is_viscous(),              "velocity known type density surface_distance curvature scaled_pressure pressure_system cells_changed tiles solids solid_samples rest_density", "scaled_pressure pressure_system cells_changed") \
  ROW(apply_viscosity,            scene.is_viscous(),              "velocity known type scaled_pressure surface_distance curvature particles tiles solids solid_samples particles_per_cell", "velocity viscous_change viscosity_system") \
  ROW(project_pressure,           true,                            "velocity known transferred_velocity type density surface_distance curvature scaled_pressure pressure_system cells_changed tiles solids solid_samples rest_density frame", "velocity velocity_change transferred_velocity scaled_pressure drift_pressure pressure_system max_speed slot_speed_limit") \
  ROW(correct_density,            scene.uses_density_projection(), "density type surface_distance pressure_system drift_pressure known tiles solids solid_samples rest_density", "drift drift_pressure pressure_system") \
  ROW(extrapolate_velocity,       true,                            "velocity velocity_change drift viscous_change known pressure_system tiles solids solid_samples max_speed", "velocity velocity_change drift viscous_change known") \
  ROW(find_detached_cells,        scene.detaches_cells(),          "detached scaled_pressure velocity type particles.cell_begin tiles solids solid_samples", "detached") \
  ROW(center_velocity,            scene.uses_leapfrog(),           "velocity velocity_change drift known last_velocity last_acceleration acceleration_before_last viscous_change frame tiles", "velocity velocity_change drift last_velocity last_acceleration acceleration_before_last") \
  ROW(transfer_grid_to_particles, true,                            "velocity velocity_change particles type tiles solid_samples max_speed slot_speed_limit frame", "particles.velocity particles.affine particles.grid_velocity") \
  ROW(color_particles,            scene.has_foam_colors() || scene.has_column(Column::kAge), "density particles tiles rest_density", "particles.color particles.age") \
  ROW(move_particles,             !scene.moves_first(),            "particles velocity velocity_change drift tiles solids solid_path solid_samples type", "particles.position") \
  ROW(collide_particles,          !scene.moves_first(),            "particles tiles solids solid_samples", "particles.position particles.velocity ledger")
// clang-format on

namespace spindrift {

#define SPINDRIFT_DECLARE(function, runs_if, reads, writes) \
  template <int D>                                          \
  void function(LiquidState<D>&);
SPINDRIFT_LIQUID_STEP(SPINDRIFT_DECLARE)
#undef SPINDRIFT_DECLARE

// All rows, for both orders: particles move before the projection if scene.moves_first(), otherwise after it.
template <int D>
std::span<const Stage<LiquidState<D>>> liquid_rows() {
  static constexpr Stage<LiquidState<D>> kRows[] = {SPINDRIFT_LIQUID_STEP(SPINDRIFT_STAGE)};
  return kRows;
}

// The rows that this scene runs.
template <int D>
std::vector<Stage<LiquidState<D>>> liquid_step(const Physics& scene) {
  return rows_of(liquid_rows<D>(), scene);
}

#undef CARRIED
#undef SORT_WRITES

}  // namespace spindrift
