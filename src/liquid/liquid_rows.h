// What each row of the liquid's steps reads and writes, by the names of the state's fields (liquid_fields.h). Checked
// builds and a test hold the rows to it; `spindrift stages SCENE --fields` prints it, and the manual repeats it.
#pragma once

#include "fluid/stage.h"

namespace spindrift {

// clang-format off: row, reads, writes
inline constexpr RowFields kLiquidRows[] = {
    {"move solids",
     "solids",
     "solids solid_path solid_samples"},
    {"turn velocity",
     "particles tiles frame",
     "particles.velocity particles.affine frame"},
    {"accelerate particles",
     "particles tiles frame",
     "particles.velocity"},
    {"move particles freely",
     "particles tiles solids solid_path solid_samples",
     "particles.position"},
    {"drain particles",
     "particles tiles drains",
     "particles.position ledger"},
    {"sort particles",
     "particles tiles solids solid_samples scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull max_speed",
     "particles tiles solid_samples velocity known type density surface_distance curvature "
     "scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull drift transferred_velocity velocity_change"},
    {"emit particles",
     "particles tiles sources particles_per_cell solids solid_samples scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull max_speed",
     "particles tiles solid_samples velocity known type density surface_distance curvature "
     "scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull drift transferred_velocity velocity_change sources ledger"},
    {"push particles apart",
     "particles tiles solids solid_path solid_samples scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull max_speed",
     "particles tiles solid_samples velocity known type density surface_distance curvature "
     "scaled_pressure last_velocity last_acceleration earlier_acceleration wall_pull drift transferred_velocity velocity_change ledger"},
    {"resample particles",
     "particles tiles particles_per_cell solids solid_path solid_samples max_speed",
     "particles"},
    {"classify cells",
     "particles.cell_begin tiles solids solid_samples",
     "type fluid_cells cells_changed"},
    {"transfer particles to grid",
     "particles tiles",
     "velocity known transferred_velocity density weights"},
    {"extend density",
     "density type tiles solids solid_samples rest_density frame",
     "density"},
    {"find surface",
     "density type tiles particles.cell_begin rest_density",
     "surface_distance type fluid_cells"},
    {"separate from walls",
     "wall_pull type tiles",
     "type fluid_cells"},
    {"find curvature",
     "surface_distance type tiles",
     "curvature"},
    {"apply forces",
     "velocity tiles frame",
     "velocity"},
    {"constrain velocity",
     "velocity known transferred_velocity type tiles solids solid_samples",
     "velocity known transferred_velocity"},
    {"apply friction",
     "velocity known type tiles solids solid_samples",
     "velocity"},
    {"balance forces",
     "velocity known type density surface_distance curvature scaled_pressure pressure_system cells_changed tiles solids "
     "solid_samples rest_density",
     "scaled_pressure pressure_system cells_changed"},
    {"apply viscosity",
     "velocity known type scaled_pressure surface_distance curvature particles tiles solids "
     "solid_samples particles_per_cell",
     "velocity viscous_change viscosity_system"},
    {"project pressure",
     "velocity known transferred_velocity type density surface_distance curvature scaled_pressure "
     "pressure_system cells_changed tiles solids solid_samples rest_density frame",
     "velocity velocity_change transferred_velocity scaled_pressure drift_pressure pressure_system "
     "max_speed held_speed"},
    {"correct density",
     "density type surface_distance pressure_system drift_pressure known tiles solids solid_samples "
     "rest_density",
     "drift drift_pressure pressure_system"},
    {"center velocity",
     "velocity velocity_change drift known last_velocity last_acceleration earlier_acceleration viscous_change frame tiles",
     "velocity velocity_change drift last_velocity last_acceleration earlier_acceleration"},
    {"extrapolate velocity",
     "velocity velocity_change drift viscous_change known pressure_system tiles solids solid_samples max_speed",
     "velocity velocity_change drift viscous_change known"},
    {"find wall pull",
     "wall_pull scaled_pressure velocity type particles.cell_begin tiles solids solid_samples",
     "wall_pull"},
    {"transfer grid to particles",
     "velocity velocity_change particles weights type tiles solid_samples max_speed held_speed frame",
     "particles.velocity particles.affine particles.grid_velocity"},
    {"color particles",
     "density particles tiles rest_density",
     "particles.color particles.age"},
    {"move particles",
     "particles velocity velocity_change drift tiles solids solid_path solid_samples type",
     "particles.position"},
    {"collide particles",
     "particles tiles solids solid_samples",
     "particles.position particles.velocity ledger"},
};
// clang-format on

}  // namespace spindrift
