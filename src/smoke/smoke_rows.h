// What each row of the smoke's step reads and writes, by the names of the state's fields (smoke_fields.h). Checked
// builds and a test hold the rows to it; `spindrift stages SCENE --fields` prints it, and the manual repeats it.
#pragma once

#include "fluid/stage.h"

namespace spindrift {

// clang-format off: row, reads, writes
inline constexpr RowFields kSmokeRows[] = {
    {"move solids",
     "solids",
     "solids"},
    {"choose tiles",
     "quantity velocity scaled_pressure burnt type content region tiles solids solid_samples sources "
     "ledger extension",
     "tiles type content quantity velocity scaled_pressure burnt region extension outlets walled_cells "
     "solid_samples fluid_cells cells_changed ledger"},
    {"emit smoke",
     "quantity velocity sources type tiles content solid_samples",
     "quantity velocity ledger"},
    {"advect smoke",
     "quantity velocity scaled_pressure.dt burnt extension outlets walled_cells region ledger type tiles content "
     "solid_samples",
     "quantity ledger"},
    {"burn fuel",
     "quantity type tiles content solid_samples",
     "quantity burnt ledger"},
    {"fade smoke",
     "quantity type tiles content solid_samples",
     "quantity ledger"},
    {"diffuse smoke",
     "quantity type tiles solid_samples",
     "quantity"},
    {"reflect velocity",
     "velocity scaled_pressure extension type tiles solid_samples",
     "velocity advecting_velocity scaled_pressure"},
    {"advect velocity",
     "velocity advecting_velocity confinement_budget extension outlets type tiles content",
     "velocity confinement_budget"},
    {"turn velocity",
     "velocity tiles frame",
     "velocity frame"},
    {"apply buoyancy",
     "quantity velocity tiles content frame",
     "velocity"},
    {"confine vorticity",
     "velocity confinement_budget type tiles content",
     "velocity confinement_budget"},
    {"diffuse velocity",
     "velocity extension tiles",
     "velocity"},
    {"project gas",
     "velocity burnt scaled_pressure fluid_cells cells_changed pressure_system solids type tiles content "
     "solid_samples extension",
     "velocity scaled_pressure pressure_system cells_changed max_speed"},
    {"extend velocity",
     "velocity extension tiles",
     "velocity"},
};
// clang-format on

}  // namespace spindrift
