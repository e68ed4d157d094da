// Müller's colouring: particles fade to blue, flash to foam white where the liquid is thin, and age for outputs.
#include <algorithm>

#include "exec/parallel.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

constexpr float kFade = 0.01f;           // per 1/60 s
constexpr double kFadeTime = 1.0 / 60.0;
constexpr float kFoamDensity = 0.7f;     // of the rest density
constexpr float kFoam[3] = {0.8f, 0.8f, 1.0f};

}  // namespace

template <int D>
void color_particles(LiquidState<D>& state) {
  ParticleSet<D>& particles = state.particles;
  const bool colored = !particles.color[0].empty();
  const auto fade = static_cast<float>(kFade * state.dt / kFadeTime);
  const auto thin = static_cast<float>(kFoamDensity * state.rest_density);
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    for (int c = 0; colored && c < Tile<D>::kCells; ++c) {
      const std::size_t cell = (i + 1) * Tile<D>::kCells + static_cast<std::size_t>(c);
      const bool foam = state.density.tile(tile)[c] < thin;
      for (std::uint32_t p = particles.cell_begin[cell]; p < particles.cell_begin[cell + 1]; ++p) {
        particles.color[0][p] = foam ? kFoam[0] : std::max(0.0f, particles.color[0][p] - fade);
        particles.color[1][p] = foam ? kFoam[1] : std::max(0.0f, particles.color[1][p] - fade);
        particles.color[2][p] = foam ? kFoam[2] : std::min(1.0f, particles.color[2][p] + fade);
      }
    }
    if (particles.age.empty()) return;
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p)
      particles.age[p] += static_cast<float>(state.dt);
  }, 4);
}

template void color_particles<2>(LiquidState<2>&);
template void color_particles<3>(LiquidState<3>&);

}  // namespace spindrift
