// Müller's colours: particles fade to blue, turn foam white where the liquid is thin, and mix with the mean colour of
// their cell [Mueller2022]. Colours that liquids have of their own do not change. Also increases the age of particles.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

constexpr float kFade = 0.01f;  // per 1/60 s
constexpr double kFadeTime = 1.0 / 60.0;
constexpr float kFoamDensity = 0.7f;            // of the rest density, as in [Mueller2022]
constexpr float kFoam[3] = {0.8f, 0.8f, 1.0f};  // its colour
constexpr float kMixing = 0.006f;               // per 1/60 s: a thousandth for each of six touching neighbours

// Moves the values of a cell's particles toward their mean.
void mix(float* channel, std::uint32_t begin, std::uint32_t end, float share) {
  float mean = 0.0f;
  for (std::uint32_t p = begin; p < end; ++p) mean += channel[p];
  mean /= static_cast<float>(std::max(1u, end - begin));
  for (std::uint32_t p = begin; p < end; ++p) channel[p] += share * (mean - channel[p]);
}

struct Coloring {
  float fade, mixing;  // change in a step
  float thin;          // density below which there is foam
};

template <int D>
void color_tile(const ParticlesView<D>& particles, const float* density, const Coloring& step, int tile) {
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const std::uint32_t begin = particles.cells_of(tile)[c], end = particles.cells_of(tile)[c + 1];
    const bool foam = density[c] < step.thin;
    for (std::uint32_t p = begin; p < end; ++p) {
      particles.color[0][p] = foam ? kFoam[0] : std::max(0.0f, particles.color[0][p] - step.fade);
      particles.color[1][p] = foam ? kFoam[1] : std::max(0.0f, particles.color[1][p] - step.fade);
      particles.color[2][p] = foam ? kFoam[2] : std::min(1.0f, particles.color[2][p] + step.fade);
    }
    for (float* channel : particles.color) mix(channel, begin, end, step.mixing);
  }
}

}  // namespace

template <int D>
void color_particles(LiquidState<D>& state) {
  const ParticlesView<D> particles = state.particles.view();
  const FieldView<const float, D> density = state.density;
  const bool colored = state.scene.has_foam_colors();
  const auto dt = static_cast<float>(state.dt);
  const Coloring step{static_cast<float>(kFade * state.dt / kFadeTime),
                      std::min(1.0f, static_cast<float>(kMixing * state.dt / kFadeTime)),
                      static_cast<float>(kFoamDensity * state.rest_density)};
  for_each_tile(
      "color particles", state.tiles,
      [&](int tile) {
        if (colored) color_tile(particles, density.tile(tile), step, tile);
        if (!particles.age) return;
        for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) particles.age[p] += dt;
      },
      4);
}

template void color_particles<2>(LiquidState<2>&);
template void color_particles<3>(LiquidState<3>&);

}  // namespace spindrift
