// The fields that liquid and smoke have in common and treat alike, by the names that the rows have for them.
#pragma once

#include "fluid/field_watch.h"
#include "fluid/grid_state.h"

namespace spindrift {

template <int D, class Visit>
void visit_shared_fields(GridState<D>& state, Visit&& visit) {
  using enum Lifetime;
  visit("solid_samples.fixed_distance", kState, state.static_solids.distance);
  visit("solid_samples.fixed_area", kState, state.static_solids.open_area);
  visit("solid_samples.distance", kState, state.all_solids.distance);
  visit("solid_samples.area", kState, state.all_solids.open_area);
  visit("fluid_cells", kState, state.fluid_cells);
  visit("max_speed", kState, state.max_speed);
}

}  // namespace spindrift
