// Of the order that moves first, for comparison: forces act on the particles, v += dt a(x).
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

template <int D>
void accelerate_particles(LiquidState<D>& state) {
  ParticleSet<D>& particles = state.particles;
  for_each_tile("accelerate particles", state.tiles, [&](int tile) {
    const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
      VecD<D> x = origin;
      for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[a][p]);
      const Vec3d kick = total_acceleration(state, Vec3d::from(state.domain.to_world(x))) * state.dt;
      for (int a = 0; a < D; ++a) particles.velocity[a][p] += static_cast<float>(kick[a]);
    }
  });
}

template void accelerate_particles<2>(LiquidState<2>&);
template void accelerate_particles<3>(LiquidState<3>&);

}  // namespace spindrift
