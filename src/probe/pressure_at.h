// The pressure at any point, from that of the divergence projection at the centres of cells.
//
// It goes straight from the centre of the point's cell, along each axis by the difference to the neighbour on the
// point's side: as the equation has it, with the surface's own pressure where the neighbour is air. Where a wall or a
// solid closes the way to that neighbour, the difference on the other side goes on. So the pressure of water at rest is
// exact to the floor.
#pragma once

#include <optional>

#include "probe/probed_fluid.h"

namespace spindrift {

// Pa at a point in grid cells: 0 in air; none inside of solids, and before the first step.
template <int D>
std::optional<double> pressure_at(const ProbedFluid<D>& fluid, const VecD<D>& at);

// The same after the first step, at a point in or on a cell that is outside of solids, as seen from that cell.
template <int D>
double pressure_from(const ProbedFluid<D>& fluid, const VecI<D>& cell, const VecD<D>& at);

// Around the centre of a fluid cell: Pa, and by how much it grows in a cell along each axis: the mean of both sides, or
// that of the open one.
template <int D>
struct LinearPressure {
  double value = 0.0;
  VecD<D> slope{};
};
template <int D>
LinearPressure<D> linear_pressure(const ProbedFluid<D>& fluid, const VecI<D>& cell);

}  // namespace spindrift
