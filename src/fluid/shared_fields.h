// The fields that liquid and smoke have in common and treat alike, by the names that the rows have for them.
#pragma once

#include "fluid/field_watch.h"
#include "fluid/grid_state.h"

namespace spindrift {

template <int D, class Visit>
void visit_shared_fields(GridState<D>& state, Visit&& visit) {
  using enum Lifetime;
  visit("solids", kState, state.solids);
  visit("solid_samples.fixed_distance", kState, state.static_solids.distance);
  visit("solid_samples.fixed_area", kState, state.static_solids.open_area);
  visit("solid_samples.distance", kState, state.all_solids.distance);
  visit("solid_samples.area", kState, state.all_solids.open_area);
  visit("frame.pivot", kState, state.frame.pivot);
  visit("frame.gravity", kState, state.frame.gravity);
  visit("frame.spin", kState, state.frame.spin);
  visit("frame.spin_up", kState, state.frame.spin_up);
  visit("scaled_pressure", kState, state.scaled_pressure);  // a first guess for the next
  visit("scaled_pressure.dt", kState, state.pressure_dt);
  visit("pressure_system.rhs", kState, state.pressure_system.rhs);
  visit("pressure_system.diagonal", kState, state.pressure_system.diagonal);
  visit("pressure_system.coupling", kState, state.pressure_system.coupling);
  visit("cells_changed", kState, state.cells_changed);
  visit("fluid_cells", kState, state.fluid_cells);
  visit("max_speed", kState, state.max_speed);
}

}  // namespace spindrift
