// The second-order step: half of what the pressure did in the last step is done once more before the velocity is
// advected, the other half comes with the projection after it: the trapezoidal rule for the pressure's force. With the
// flow u free of divergence and the half g of the pressure's gradient, u - g is u + g mirrored at the flows free of
// divergence. Advection and mirroring keep the energy, which projecting alone does not: a step of first order loses
// energy at a rate that grows with its length [Zehnder2018; here with one projection per step]. The smoke and the
// velocity itself are advected by u.
//
// Half of the whole, not what the last projection alone took: that would be G - g after a step that took g of a
// constant force G, and so oscillate from step to step without end.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/extend.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// Beside an open side, where gas that was mirrored would come back from outside, the step is of first order: from there
// to so many cells inside it becomes one of second.
constexpr int kOutletCells = 16;

// How much of the pressure's half is taken in a cell.
template <int D>
double reflected_share(const Domain<D>& domain, const VecI<D>& cell) {
  int least = kOutletCells;
  const VecI<D> first = domain.first_cell();
  for (int a = 0; a < D; ++a) {
    const int low = cell[a] - first[a], high = domain.cells[a] - 1 - low;
    if (domain.is_open[2 * a]) least = std::min(least, low);
    if (domain.is_open[2 * a + 1]) least = std::min(least, high);
  }
  return static_cast<double>(std::max(least, 0)) / kOutletCells;
}

}  // namespace

template <int D>
void reflect_velocity(SmokeState<D>& state) {
  for (std::size_t a = 0; a < D; ++a) {
    state.advecting_velocity[a].resize(state.tiles.count());
    const FieldView<const float, D> from = state.velocity[a];
    const FieldView<float, D> to = state.advecting_velocity[a];
    for_each_tile(
        "copy advecting velocity", state.tiles,
        [&](int tile) { std::copy_n(from.tile(tile), Tile<D>::kCells, to.tile(tile)); }, 8);
  }
  if (state.step == 0) return;  // no projection yet
  const double share = state.pressure_dt > 0.0 ? 0.5 * state.dt / state.pressure_dt : 0.0;
  const TilesView<D> tiles = state.tiles;
  const Domain<D>& domain = state.domain;
  const FieldView<double, D> pressure = state.scaled_pressure;
  for_each_tile(
      "take half of the pressure", state.tiles,
      [&](int tile) {
        double* q = pressure.tile(tile);
        const VecI<D> first = tiles.first_cell(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c)
          q[c] *= share * reflected_share(domain, first + Tile<D>::cell_coord(c));
      },
      16);
  state.pressure_dt = state.dt;
  subtract_pressure_gradient(state);
  extend_faces<D>(state, state.velocity);
}

template void reflect_velocity<2>(SmokeState<2>&);
template void reflect_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
