// A solve by multigrid from the matrix on: builds the levels, then solves on them.
#pragma once

#include "linear/pressure/pressure_solver.h"

namespace spindrift::testing {

// Of a system with a map and a pressure: RandomSystem, CutSystem.
template <class System>
PressureReport solve_by_multigrid(System& s, double tolerance, int max_iterations,
                                  FirstGuess guess = FirstGuess::kZero) {
  build_multigrid(s.map, s.system);
  return solve_multigrid(s.map, s.system, tolerance, max_iterations, s.pressure, guess);
}

}  // namespace spindrift::testing
