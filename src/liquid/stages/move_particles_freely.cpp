// Of the order that moves first, for comparison: particles move with their own velocity, x += dt v, before the
// projection. Still water sinks g dt^2 per step this way, which the drift term must pay back.
#include "grid/for_each_tile.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

template <int D>
void move_particles_freely(LiquidState<D>& state) {
  ParticleSet<D>& particles = state.particles;
  const double cells_per_speed = state.dt / state.domain.h;
  for_each_tile("move particles freely", state.tiles, [&](int tile) {
    const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
      VecD<D> x, shift;
      for (int a = 0; a < D; ++a) {
        x[a] = static_cast<double>(particles.position[a][p]);
        shift[a] = cells_per_speed * static_cast<double>(particles.velocity[a][p]);
      }
      if (!state.solids.empty()) {
        const VecD<D> from = state.domain.to_world(origin + x);
        shift = (stop_at_solids(state, from, from + shift * state.domain.h, SolidPose::kThroughStep) - from) /
                state.domain.h;
      }
      for (int a = 0; a < D; ++a) particles.position[a][p] = static_cast<float>(x[a] + shift[a]);
    }
  });
}

template void move_particles_freely<2>(LiquidState<2>&);
template void move_particles_freely<3>(LiquidState<3>&);

}  // namespace spindrift
