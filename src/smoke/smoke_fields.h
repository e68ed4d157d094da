// The fields of a smoke's state by the names that the rows of the step have for them, for those who look at all of
// them: the watch over what rows read and write.
#pragma once

#include "fluid/field_watch.h"
#include "fluid/shared_fields.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// Calls visit(name, lifetime, value) for each field. Solids, sources, what follows from the cells (extension, walled
// cells) and the solver's own memory are named by rows, too, but not looked at.
template <int D, class Visit>
void visit_fields(SmokeState<D>& state, Visit&& visit) {
  using enum Lifetime;
  visit("quantity.density", kState, state.density());
  visit("quantity.heat", kState, state.heat());
  visit("quantity.fuel", kState, state.fuel());
  visit("burnt", kState, state.burnt);
  visit("velocity", kState, state.velocity);
  visit("advecting_velocity", kStep, state.advecting_velocity);
  visit("confinement_budget", kState, state.confinement_budget);
  visit("scaled_pressure", kState, state.scaled_pressure);  // a first guess for the next, and what reflection takes
  visit("type", kState, state.type);
  visit("content", kState, state.content);
  visit("tiles", kState, state.tiles);
  visit("region", kState, state.region);
  visit("outlets", kState, state.outlets);
  visit_shared_fields<D>(state, visit);
}

}  // namespace spindrift
