// In the order that moves first: particles move with their own velocity, x += dt v, before the projection. Still water
// sinks by g dt^2 per step, which the drift term must undo.
#include "grid/for_each_tile.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
void move_tile_freely(const ParticlePathContext<D>& context, const ParticlesView<D>& particles, double cells_per_speed,
                      int tile) {
  const Domain<D>& domain = context.solids.domain;
  const VecD<D> origin = VecD<D>::from(context.solids.tiles.first_cell(tile));
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    const VecD<D> x = particles.template place<double>(p);
    VecD<D> shift;
    for (int a = 0; a < D; ++a) shift[a] = cells_per_speed * static_cast<double>(particles.velocity[a][p]);
    if (!context.solids.empty()) {
      const VecD<D> from = domain.to_world(origin + x);
      shift = (stop_at_solids(context, from, from + shift * domain.h) - from) / domain.h;
    }
    for (int a = 0; a < D; ++a) particles.position[a][p] = static_cast<float>(x[a] + shift[a]);
  }
}

}  // namespace

template <int D>
void move_particles_freely(LiquidState<D>& state) {
  const ParticlePathContext<D> context = path_context(state, SolidPose::kThroughStep);
  const ParticlesView<D> particles = state.particles.view();
  const double cells_per_speed = state.dt / state.domain.h;
  for_each_tile("move particles freely", state.tiles,
                [&](int tile) { move_tile_freely(context, particles, cells_per_speed, tile); });
}

template void move_particles_freely<2>(LiquidState<2>&);
template void move_particles_freely<3>(LiquidState<3>&);

}  // namespace spindrift
