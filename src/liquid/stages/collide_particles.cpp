// Brings particles back from walls and solids (see collision.h) and lets those go that left through an open side.
#include "grid/for_each_tile.h"
#include "liquid/contact/collision.h"
#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
void collide_particles(LiquidState<D>& state) {
  const SolidsView<D> solids = state.solids_view();
  const ParticlesView<D> particles = state.particles.view();
  state.ledger.left += reduce_tiles(
      "collide particles", state.tiles, std::int64_t{0},
      [&](int tile) { return std::int64_t{resolve_collisions(solids, particles, tile)}; },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 4);
}

template void collide_particles<2>(LiquidState<2>&);
template void collide_particles<3>(LiquidState<3>&);

}  // namespace spindrift
