// Walks the rows of a step: tells the observer, runs, times, checks. Written once for every table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/timer.h"
#include "fluid/field_watch.h"
#include "fluid/solver.h"
#include "spindrift/observer.h"

namespace spindrift {

template <class State>
Status run_step(State& state, std::span<const Stage<State>> rows, std::span<StageTime> times, Observer* observer) {
#ifdef SPINDRIFT_CHECKED
  constexpr int kMostWatchedTiles = 32;  // looking at all fields after every row takes long
  std::optional<FieldWatch<State>> watch;
  if (state.tiles.count() <= kMostWatchedTiles) watch.emplace(state);
#endif
  double begin = wall_seconds();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (observer) {
      observer->stage_begin(rows[i].name);
      begin = wall_seconds();  // what an observer does is not the row's
    }
#ifdef SPINDRIFT_CHECKED
    if (watch) {
      SPINDRIFT_CHECK(!watch->run(rows[i]));  // a field changed that the row does not say it writes
    } else {
      rows[i].run(state);
    }
#else
    rows[i].run(state);
#endif
    const double end = wall_seconds();
    times[i].seconds += end - begin;
    if (observer) observer->stage_end(rows[i].name, end - begin);
    begin = end;
    if (state.failure) {
      Error error = *state.failure;
      error.message = std::string(rows[i].name) + ", at " + std::to_string(state.time) + " s: " + error.message;
      return error;
    }
#ifdef SPINDRIFT_CHECKED
    check_invariants(state);
#endif
  }
  return Done{};
}

}  // namespace spindrift
