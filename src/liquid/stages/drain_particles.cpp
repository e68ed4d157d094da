// Marks the particles inside a drain; the next sort drops them.
#include "grid/for_each_tile.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

namespace {

template <int D>
bool may_overlap(const LiquidState<D>& state, const Box<D>& box, int tile) {
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  const VecD<D> low = state.domain.to_world(first - VecD<D>::filled(Tile<D>::kSide));
  const VecD<D> high = state.domain.to_world(first + VecD<D>::filled(2 * Tile<D>::kSide));
  for (int a = 0; a < D; ++a)
    if (box.high[a] < low[a] || box.low[a] > high[a]) return false;
  return true;
}

template <int D>
int drain_tile(LiquidState<D>& state, const Drain<D>& drain, int tile) {
  ParticleSet<D>& particles = state.particles;
  const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
  int drained = 0;
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    if (particles.position[0][p] >= 0.5f * kRemoved) continue;
    VecD<D> x = origin;
    for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[a][p]);
    if (drain.shape->distance(state.domain.to_world(x)) > 0.0) continue;
    particles.position[0][p] = kRemoved;
    ++drained;
  }
  return drained;
}

}  // namespace

template <int D>
void drain_particles(LiquidState<D>& state) {
  for (const Drain<D>& drain : state.drains) {
    if (state.time < drain.settings.start || state.time >= drain.settings.end) continue;
    const Box<D> box = drain.shape->bounds();
    state.ledger.drained += reduce_tiles(
        "drain particles", state.tiles, std::int64_t{0},
        [&](int tile) { return std::int64_t{may_overlap(state, box, tile) ? drain_tile(state, drain, tile) : 0}; },
        [](std::int64_t a, std::int64_t b) { return a + b; });
  }
}

template void drain_particles<2>(LiquidState<2>&);
template void drain_particles<3>(LiquidState<3>&);

}  // namespace spindrift
