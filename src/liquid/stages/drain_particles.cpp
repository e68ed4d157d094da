// Marks the particles inside a drain as removed; the next sort discards them.
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
bool may_overlap(const Domain<D>& domain, const VecI<D>& first_cell, const Box<D>& box) {
  const VecD<D> first = VecD<D>::from(first_cell);
  const VecD<D> low = domain.to_world(first - VecD<D>::filled(Tile<D>::kSide));
  const VecD<D> high = domain.to_world(first + VecD<D>::filled(2 * Tile<D>::kSide));
  for (int a = 0; a < D; ++a)
    if (box.high[a] < low[a] || box.low[a] > high[a]) return false;
  return true;
}

template <int D>
int drain_tile(const Domain<D>& domain, const VecI<D>& first_cell, const Shape<D>& drain,
               const ParticlesView<D>& particles, int tile) {
  const VecD<D> origin = VecD<D>::from(first_cell);
  int drained = 0;
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    if (particles.is_removed(p)) continue;
    if (drain.distance(domain.to_world(origin + particles.template place<double>(p))) > 0.0) continue;
    particles.position[0][p] = kRemoved;
    ++drained;
  }
  return drained;
}

}  // namespace

template <int D>
void drain_particles(LiquidState<D>& state) {
  const TilesView<D> tiles = state.tiles;
  const ParticlesView<D> particles = state.particles.view();
  const Domain<D>& domain = state.domain;
  for (const Drain<D>& drain : state.drains) {
    if (state.time < drain.settings.start || state.time >= drain.settings.end) continue;
    const Box<D> box = drain.shape->bounds();
    state.ledger.drained += sum_tiles("drain particles", state.tiles, [&](int tile) {
      const VecI<D> first = tiles.first_cell(tile);
      return may_overlap(domain, first, box) ? drain_tile(domain, first, *drain.shape, particles, tile) : 0;
    });
  }
}

template void drain_particles<2>(LiquidState<2>&);
template void drain_particles<3>(LiquidState<3>&);

}  // namespace spindrift
