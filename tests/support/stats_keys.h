// The keys of a line of stats.jsonl in their order; docs/outputs.md explains them.
#pragma once

#include <string>
#include <vector>

#include "base/split.h"

namespace spindrift::testing {

inline std::vector<std::string> words_in(std::string_view text) {
  const auto words = split(text, ' ');
  return {words.begin(), words.end()};
}

inline const std::vector<std::string> kStatsKeys = words_in(
    "frame time substeps particles fluid_cells tiles volume volume_drift kinetic_energy potential_energy "
    "linear_momentum angular_momentum center_of_mass max_speed front_x divergence_max divergence_l2 "
    "pressure_iterations pressure_residual escaped_particles wall_seconds cpu_seconds stage_seconds state_hash");
inline const std::vector<std::string> kSmokeStatsKeys = words_in(
    "frame time substeps fluid_cells tiles smoke smoke_drift heat fuel max_density max_temperature kinetic_energy "
    "linear_momentum angular_momentum center_of_mass max_speed front_x divergence_max divergence_l2 "
    "pressure_iterations pressure_residual wall_seconds cpu_seconds stage_seconds state_hash");

}  // namespace spindrift::testing
