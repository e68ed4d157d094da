// The keys of a line of stats.jsonl of a liquid, in their order; docs/outputs.md explains them.
#pragma once

#include <string>
#include <vector>

namespace spindrift::testing {

inline const std::vector<std::string> kStatsKeys = {"frame",
                                                    "time",
                                                    "substeps",
                                                    "particles",
                                                    "fluid_cells",
                                                    "tiles",
                                                    "volume",
                                                    "volume_drift",
                                                    "kinetic_energy",
                                                    "potential_energy",
                                                    "linear_momentum",
                                                    "angular_momentum",
                                                    "center_of_mass",
                                                    "max_speed",
                                                    "front_x",
                                                    "divergence_max",
                                                    "divergence_l2",
                                                    "pressure_iterations",
                                                    "pressure_residual",
                                                    "escaped_particles",
                                                    "wall_seconds",
                                                    "cpu_seconds",
                                                    "stage_seconds",
                                                    "state_hash"};

}  // namespace spindrift::testing
