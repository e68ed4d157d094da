// The fields of the state of smoke by the names that the rows use: for FieldWatch.
#pragma once

#include "fluid/stage.h"
#include "smoke/smoke_state.h"

namespace spindrift {

inline std::uint64_t hash_of(std::vector<RegionPart>& parts) {  // has padding bytes
  std::uint64_t hash = 0;
  for (const RegionPart& part : parts)
    for (const int number : {part.tile, part.region, static_cast<std::int32_t>(part.is_whole)})
      hash = hash_combine(hash, static_cast<std::uint64_t>(number));
  return hash;
}

// Calls visit(name, lifetime, value) for each field. Rows also name sources, extension, walled cells and the solver's
// own memory; these are not watched.
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
  visit("type", kState, state.type);
  visit("content", kState, state.content);
  visit("tiles", kState, state.tiles);
  visit("region", kState, state.region);
  visit("region.count", kState, state.regions);
  visit("region.parts", kState, state.region_parts);
  visit("outlets", kState, state.outlets);
  visit_shared_fields<D>(state, visit);
}

}  // namespace spindrift
