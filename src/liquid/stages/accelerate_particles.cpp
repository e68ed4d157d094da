// In the order that moves first: forces act on the particles, v += dt a(x).
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
void accelerate_tile(const ForcesView<D>& forces, double dt, const TilesView<D>& tiles, int tile,
                     const ParticlesView<D>& particles) {
  const VecD<D> origin = VecD<D>::from(tiles.first_cell(tile));
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    const VecD<D> x = origin + particles.template place<double>(p);
    const Vec3d kick = total_acceleration(forces, Vec3d::from(forces.domain.to_world(x))) * dt;
    for (int a = 0; a < D; ++a) particles.velocity[a][p] += static_cast<float>(kick[a]);
  }
}

}  // namespace

template <int D>
void accelerate_particles(LiquidState<D>& state) {
  const ForcesView<D> forces = forces_view(state);
  const TilesView<D> tiles = state.tiles;
  const ParticlesView<D> particles = state.particles.view();
  const double dt = state.dt;
  for_each_tile("accelerate particles", state.tiles,
                [&](int tile) { accelerate_tile(forces, dt, tiles, tile, particles); });
}

template void accelerate_particles<2>(LiquidState<2>&);
template void accelerate_particles<3>(LiquidState<3>&);

}  // namespace spindrift
