#include "liquid/liquid_invariants.h"

#include <cmath>

#include "base/check.h"

namespace spindrift {

template <int D>
void check_invariants(const LiquidState<D>& state) {
  const ParticleSet<D>& particles = state.particles;
  const auto cells = static_cast<std::size_t>(state.tiles.count() + 1) * Tile<D>::kCells;
  SPINDRIFT_CHECK(particles.cell_begin.size() == cells + 1);
  SPINDRIFT_CHECK(particles.cell_begin.back() == particles.sorted_count());
  for (std::size_t c = 0; c < cells; ++c) SPINDRIFT_CHECK(particles.cell_begin[c] <= particles.cell_begin[c + 1]);
  for (const auto& column : particles.velocity) {
    SPINDRIFT_CHECK(column.size() == particles.count());
    for (const float v : column) SPINDRIFT_CHECK(std::isfinite(v));
  }
  for (const auto& column : particles.position) {
    SPINDRIFT_CHECK(column.size() == particles.count());
    for (const float x : column) SPINDRIFT_CHECK(std::isfinite(x));
  }
  SPINDRIFT_CHECK(particles.id.empty() || particles.id.size() == particles.count());
  SPINDRIFT_CHECK(state.velocity[0].tiles() == static_cast<std::size_t>(state.tiles.count()));
}

template void check_invariants<2>(const LiquidState<2>&);
template void check_invariants<3>(const LiquidState<3>&);

}  // namespace spindrift
