// The colour of every particle and cell in a picture.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "formats/images/image.h"
#include "picture/colors.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// The numbers that a picture's colours stand for. The range is that of output.range, or depends only on the scene, so
// that the frames of a movie agree. Numbers beyond it have the colour of its end.
//   speed      0 to 0.6 of the speed of a fall through the domain; without gravity the fastest particle's
//   pressure   0 to the weight of a column half as high as the domain; without gravity the stagnation pressure
//   vorticity  both ways up to the speed range over a tenth of the domain's shortest side
//   density    0 to 2 over the rest density
struct ColorScale {
  double high = 1.0;
  bool is_signed = false;  // the low end is -high, else 0
  double divisor = 1.0;    // of the numbers in the legend: 1000 for kPa
  std::string label;       // with unit

  Rgb color(double value) const;
};

// The next larger of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten.
double round_up(double value);

// Most of the speed of a fall through the domain; without gravity the fastest particle's.
double speed_range(const Scene& scene, const ParticleFrame& particles);

ColorScale color_scale(const Scene& scene, const ParticleFrame& particles);

// The tones of each particle: the fluid's, or those of its own colour where liquids have one. Refers to `particles`.
class ParticleTones {
 public:
  ParticleTones(const Scene& scene, const ParticleFrame& particles);
  bool has_own() const { return !colors_.empty(); }
  LiquidTones operator[](std::size_t i) const;

 private:
  LiquidTones of_fluid_;
  std::span<const float> colors_;  // empty: all have the fluid's
};

std::vector<Rgb> particle_colors(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles,
                                 const CellFrame& cells);

// The colours of liquid that is drawn as a body: of water by its depth, of liquids with their own, or of numbers.
class LiquidTints {
 public:
  LiquidTints(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles, const CellFrame& cells);

  // Three numbers for each particle, which can be averaged; empty if all are alike.
  const std::vector<float>& of_particles() const { return tints_; }
  // `tint`: their mean at a place. `depth` is 0 near the surface and 1 deep below it, `rim` the share of light on the
  // surface.
  Rgb color(const std::array<float, 3>& tint, float depth, float rim) const;

 private:
  enum class Kind { kPlain, kFoam, kOwn, kNumber };

  Kind kind_ = Kind::kPlain;
  ColorScale scale_;
  Rgb shallow_, deep_, plain_;
  std::vector<float> tints_;
};

// For pictures of cells: density by the map of [Mueller2022], other numbers as for particles.
std::vector<Rgb> cell_colors(const Scene& scene, const ColorScale& scale, const CellFrame& cells);

}  // namespace spindrift
