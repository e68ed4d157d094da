// The pressure at any point, from that of the projection at cell centres. It is linear from the centre of the point's
// cell, along each axis with the difference to the neighbour on the point's side: as in the pressure equation, with the
// surface's own pressure where the neighbour is air. Where a wall or solid closes that face, the difference on the
// other side is extrapolated. So the pressure of water at rest is exact down to the floor.
#pragma once

#include <optional>

#include "probe/probed_fluid.h"

namespace spindrift {

// Pa at a point in grid cells: 0 in air; none inside of solids, and before the first step.
template <int D>
std::optional<double> pressure_at(const ProbedFluid<D>& fluid, const VecD<D>& at);

// After the first step, at a point in or on a cell outside of solids, seen from that cell.
template <int D>
double pressure_from(const ProbedFluid<D>& fluid, const VecI<D>& cell, const VecD<D>& at);

// The pressure at the centre of a fluid cell, Pa, and its slopes, Pa per cell: the mean of both sides, or of the open
// one.
template <int D>
struct LinearPressure {
  double value = 0.0;
  VecD<D> slope{};
};
template <int D>
LinearPressure<D> linear_pressure(const ProbedFluid<D>& fluid, const VecI<D>& cell);

}  // namespace spindrift
