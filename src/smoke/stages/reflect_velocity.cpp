// The second-order step: what the last projection took from the velocity is taken once more before the velocity is
// advected. With the flow u free of divergence and the gradient g of the last pressure, u - g is u + g mirrored at the
// flows free of divergence. Advection and mirroring keep the energy, which projecting alone does not: a step of first
// order loses energy at a rate that grows with its length [Zehnder2018; here with one projection per step, as the
// trapezoidal rule for the pressure's force]. The smoke and the velocity itself are advected by u.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

template <int D>
void reflect_velocity(SmokeState<D>& state) {
  for (std::size_t a = 0; a < D; ++a) {
    state.advecting_velocity[a].resize(state.tiles.count());
    for_each_tile(
        "copy advecting velocity", state.tiles,
        [&](int tile) {
          std::copy_n(state.velocity[a].tile(tile), Tile<D>::kCells, state.advecting_velocity[a].tile(tile));
        },
        8);
  }
  if (state.step == 0) return;  // no projection yet
  const double share = state.pressure_dt > 0.0 ? state.dt / state.pressure_dt : 0.0;
  subtract_pressure_gradient(state, share);
  extend_faces<D>(state, state.velocity);
}

template void reflect_velocity<2>(SmokeState<2>&);
template void reflect_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
