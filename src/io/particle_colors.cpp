#include "io/particle_colors.h"

#include <algorithm>
#include <cmath>

#include "io/color_map.h"

namespace spindrift {
namespace {

constexpr Rgb kFastWater{0.24f, 0.60f, 0.94f};
constexpr Rgb kFoam{0.91f, 0.96f, 1.0f};
constexpr float kFoamDensity = 0.7f;  // of rest: thinner water is foam [Mueller2022]
constexpr float kColumnFoam = 0.8f;   // red and green of foam in the colour column

// The next larger of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten.
double round_up(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return 1.0;
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= step * decade * (1.0 + 1e-9)) return step * decade;
  return 10.0 * decade;
}

double speed(const std::vector<float>& velocity, std::size_t i) {
  return std::hypot(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2]);
}

// What gravity does to a unit of mass on its way through the domain, J/kg.
double fall_energy(const Scene& scene) {
  double energy = 0.0;
  for (int axis = 0; axis < scene.dimension(); ++axis)
    energy += std::abs(scene.forces.gravity[axis]) * scene.domain.size[axis];
  return energy;
}

// Most of the speed of a fall through the domain; without gravity the fastest particle's.
double speed_range(const Scene& scene, const ParticleFrame& particles) {
  const double energy = fall_energy(scene);
  if (energy > 0.0) return round_up(0.6 * std::sqrt(2.0 * energy));
  double fastest = 0.0;
  for (std::size_t i = 0; i < particles.count(); ++i) fastest = std::max(fastest, speed(particles.velocity, i));
  return round_up(fastest);
}

// Weight of a column of liquid half as high as the domain; without gravity the stagnation pressure.
double pressure_range(const Scene& scene, const ParticleFrame& particles) {
  const double v = speed_range(scene, particles);
  const double energy = fall_energy(scene);
  return round_up(0.5 * scene.fluid.density * (energy > 0.0 ? energy : v * v));
}

// Nearest cell of a particle, as an index into the cell frame.
std::size_t cell_of(const CellFrame& cells, const float* position) {
  std::size_t index = 0;
  for (int axis = 1; axis >= 0; --axis) {
    const int i = static_cast<int>(position[axis] / cells.cell_size);
    index = index * static_cast<std::size_t>(cells.cells[axis]) +
            static_cast<std::size_t>(std::clamp(i, 0, cells.cells[axis] - 1));
  }
  return index;
}

Rgb water_color(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles, std::size_t i) {
  const float share = static_cast<float>(std::min(1.0, speed(particles.velocity, i) / scale.high));
  const Rgb water = mix_colors(kDeepWater, kFastWater, share);
  if (scene.has_column(Column::kColor) && !particles.color.empty()) {
    // From blue to foam white the column is shown in the water's own tones; any other colour as it is.
    const Rgb own{particles.color[3 * i], particles.color[3 * i + 1], particles.color[3 * i + 2]};
    const bool is_water = std::abs(own.red - own.green) < 0.02f && own.blue >= own.red;
    return is_water ? mix_colors(water, kFoam, std::min(1.0f, own.red / kColumnFoam)) : own;
  }
  if (particles.density.empty()) return water;
  // A short ramp around the threshold keeps particles from flickering.
  constexpr float kHalfRamp = 0.06f;
  return mix_colors(water, kFoam,
                    std::clamp((kFoamDensity + kHalfRamp - particles.density[i]) / (2 * kHalfRamp), 0.0f, 1.0f));
}

}  // namespace

ColorScale color_scale(const Scene& scene, const ParticleFrame& particles) {
  switch (scene.output.color) {
    case ColorBy::kWater:
      return {speed_range(scene, particles), 1.0, ""};
    case ColorBy::kSpeed:
      return {speed_range(scene, particles), 1.0, "speed, m/s"};
    case ColorBy::kDensity:
      return {2.0, 1.0, "density / rest"};
    case ColorBy::kPressure:
      break;
  }
  const double high = pressure_range(scene, particles);
  if (high >= 1e6) return {high, 1e6, "pressure, MPa"};
  if (high >= 1e3) return {high, 1e3, "pressure, kPa"};
  return {high, 1.0, "pressure, Pa"};
}

std::vector<Rgb> particle_colors(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles,
                                 const CellFrame& cells) {
  std::vector<Rgb> colors(particles.count());
  for (std::size_t i = 0; i < colors.size(); ++i) {
    switch (scene.output.color) {
      case ColorBy::kWater:
        colors[i] = water_color(scene, scale, particles, i);
        break;
      case ColorBy::kSpeed:
        colors[i] = uniform_color(speed(particles.velocity, i) / scale.high);
        break;
      case ColorBy::kDensity:
        colors[i] = uniform_color((particles.density.empty() ? 1.0 : particles.density[i]) / scale.high);
        break;
      case ColorBy::kPressure:
        colors[i] = uniform_color(cells.pressure[cell_of(cells, &particles.position[3 * i])] / scale.high);
        break;
    }
  }
  return colors;
}

std::vector<Rgb> cell_colors(const Scene& scene, const ColorScale& scale, const CellFrame& cells) {
  std::vector<Rgb> colors(cells.type.size());
  for (std::size_t i = 0; i < colors.size(); ++i) {
    switch (scene.output.color) {
      case ColorBy::kWater:
      case ColorBy::kDensity:
        colors[i] = density_color(cells.density[i] / 2.0);
        break;
      case ColorBy::kSpeed:
        colors[i] = uniform_color(speed(cells.velocity, i) / scale.high);
        break;
      case ColorBy::kPressure:
        colors[i] = uniform_color(cells.pressure[i] / scale.high);
        break;
    }
  }
  return colors;
}

}  // namespace spindrift
