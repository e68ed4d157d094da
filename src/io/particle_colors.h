// The colour of every particle and cell in a picture.
#pragma once

#include <string>
#include <vector>

#include "io/image.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

inline constexpr Rgb kDeepWater{0.06f, 0.29f, 0.66f};

// Which numbers a picture's colours stand for. The range depends on the scene, so that the frames of a movie agree.
struct ColorScale {
  double high = 1.0;     // the low end is 0
  double divisor = 1.0;  // of the numbers in the legend: 1000 for kPa
  std::string label;     // with unit
};

ColorScale color_scale(const Scene& scene, const ParticleFrame& particles);

std::vector<Rgb> particle_colors(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles,
                                 const CellFrame& cells);

// For the view of cells: density on the map of [Mueller2022]; speed and pressure as for particles.
std::vector<Rgb> cell_colors(const Scene& scene, const ColorScale& scale, const CellFrame& cells);

}  // namespace spindrift
