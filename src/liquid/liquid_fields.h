// The fields of a liquid's state by the names that the rows of the step have for them, for those who look at all of
// them: the watch over what rows read and write.
#pragma once

#include <string>

#include "fluid/stage.h"
#include "liquid/liquid_state.h"

namespace spindrift {

template <int D>
std::uint64_t hash_of(std::vector<Source<D>>& sources) {
  std::uint64_t hash = 0;
  for (Source<D>& source : sources)
    hash = hash_combine(hash_combine(hash, hash_of(source.owed)), hash_of(source.refused));
  return hash;
}

// Calls visit(name, lifetime, value) for each field. Drains, which never change, and most of the solvers' own memory
// are also named by rows, but not compared; nor are the scene, the times of the step and its report, which all rows
// have.
template <int D, class Visit>
void visit_fields(LiquidState<D>& state, Visit&& visit) {
  using enum Lifetime;
  describe_columns(state.particles, [&](const ColumnInfo& info, auto& column) {
    visit("particles." + std::string(info.name), info.life, column);
  });
  visit("particles.cell_begin", kState, state.particles.cell_begin);
  visit("tiles", kState, state.tiles);
  visit("velocity", kStep, state.velocity);
  visit("known", kStep, state.known);
  visit("transferred_velocity", kStep, state.transferred_velocity);
  visit("last_velocity", kState, state.last_velocity);
  visit("last_acceleration", kState, state.last_acceleration);
  visit("acceleration_before_last", kState, state.acceleration_before_last);
  visit("velocity_change", kStep, state.velocity_change);
  visit("type", kStep, state.type);
  visit("density", kStep, state.density);
  visit("surface_distance", kStep, state.surface_distance);
  visit("curvature", kStep, state.curvature);
  visit("drift", kStep, state.drift);
  visit("drift_pressure", kState, state.drift_pressure);  // a first guess for the next
  visit("viscous_change", kStep, state.viscous_change);
  visit("viscosity_system.change", kStep, state.viscosity_system.change);
  visit("detached", kState, state.detached);
  visit_shared_fields<D>(state, visit);
  visit("slot_speed_limit", kState, state.slot_speed_limit);
  visit("solid_path.parts", kState, state.solid_path.parts);
  visit("solid_path.poses", kState, state.solid_path.poses);
  visit("rest_density", kState, state.rest_density);
  visit("particles_per_cell", kState, state.particles_per_cell);
  visit("sources", kState, state.sources);
  visit("ledger.emitted", kState, state.ledger.emitted);
  visit("ledger.drained", kState, state.ledger.drained);
  visit("ledger.left", kState, state.ledger.left);
}

}  // namespace spindrift
