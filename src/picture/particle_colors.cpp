#include "picture/particle_colors.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "grid/frames.h"
#include "picture/colors.h"
#include "settings/start_flow.h"

namespace spindrift {
namespace {

constexpr float kFoamDensity = 0.7f;  // of rest: thinner water is foam [Mueller2022]
constexpr float kColumnFoam = 0.8f;   // red and green of foam in the colour column

double speed(const std::vector<float>& velocity, std::size_t i) {
  return std::hypot(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2]);
}

}  // namespace

double round_up(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return 1.0;
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= step * decade * (1.0 + 1e-9)) return step * decade;
  return 10.0 * decade;
}

double speed_range(const Scene& scene, const ParticleFrame& particles) {
  if (const auto speed = fall_speed(scene)) return round_up(*speed);
  double fastest = 0.0;
  for (std::size_t i = 0; i < particles.count(); ++i) fastest = std::max(fastest, speed(particles.velocity, i));
  return round_up(fastest);
}

namespace {

// Weight of a column of liquid half as high as the domain; without gravity the stagnation pressure.
double pressure_range(const Scene& scene, const ParticleFrame& particles) {
  const double v = speed_range(scene, particles);
  const double energy = fall_energy(scene);
  return round_up(0.5 * scene.fluid.density * (energy > 0.0 ? energy : v * v));
}

double vorticity_range(const Scene& scene, const ParticleFrame& particles) {
  return round_up(10.0 * speed_range(scene, particles) / std::min(scene.domain.size[0], scene.domain.size[1]));
}

// Nearest cell of a particle, as an index into the cell frame.
std::size_t cell_of(const CellFrame& cells, const float* position) {
  std::size_t index = 0;
  for (int axis = 1; axis >= 0; --axis) {
    const double i = static_cast<double>(position[axis]) / cells.cell_size;  // any number, if read from a file
    index = index * static_cast<std::size_t>(cells.cells[axis]) +
            static_cast<std::size_t>(i > 0.0 ? std::min(i, cells.cells[axis] - 1.0) : 0.0);
  }
  return index;
}

// The liquid's tones by speed and foam; with foam colours, foam from the colour column.
Rgb liquid_color(std::span<const float> foam_colors, std::span<const float> densities, const LiquidTones& tones,
                 const ColorScale& scale, const ParticleFrame& particles, std::size_t i) {
  const float share = static_cast<float>(std::min(1.0, speed(particles.velocity, i) / scale.high));
  const Rgb water = mix_colors(tones.deep, tones.fast, share);
  if (!foam_colors.empty()) {
    // Colours from blue to foam white are shown in the liquid's tones, other colours unchanged.
    const Rgb own{foam_colors[3 * i], foam_colors[3 * i + 1], foam_colors[3 * i + 2]};
    const bool is_water = std::abs(own.red - own.green) < 0.02f && own.blue >= own.red;
    return is_water ? mix_colors(water, tones.foam, std::min(1.0f, own.red / kColumnFoam)) : own;
  }
  if (densities.empty()) return water;
  // A short ramp around the threshold keeps particles from flickering.
  constexpr float kHalfRamp = 0.06f;
  return mix_colors(water, tones.foam,
                    std::clamp((kFoamDensity + kHalfRamp - densities[i]) / (2 * kHalfRamp), 0.0f, 1.0f));
}

}  // namespace

ParticleTones::ParticleTones(const Scene& scene, const ParticleFrame& particles)
    : of_fluid_(liquid_tones(scene.fluid.color)),
      colors_(scene.has_own_colors() ? std::span<const float>(particles.columns.values("color"))
                                     : std::span<const float>()) {}

LiquidTones ParticleTones::operator[](std::size_t i) const {
  return has_own() ? liquid_tones(Color{colors_[3 * i], colors_[3 * i + 1], colors_[3 * i + 2]}) : of_fluid_;
}

Rgb ColorScale::color(double value) const {
  return is_signed ? signed_color(0.5 + 0.5 * value / high) : uniform_color(value / high);
}

ColorScale color_scale(const Scene& scene, const ParticleFrame& particles) {
  const std::optional<double>& range = scene.output.range;
  switch (scene.output.color) {
    case ColorBy::kWater:
    case ColorBy::kSmoke:
    case ColorBy::kTemperature:
    case ColorBy::kType:
      return {range.value_or(speed_range(scene, particles)), false, 1.0, ""};
    case ColorBy::kSpeed:
      return {range.value_or(speed_range(scene, particles)), false, 1.0, "speed, m/s"};
    case ColorBy::kDensity:
      return {range.value_or(2.0), false, 1.0, "density / rest"};
    case ColorBy::kVorticity:
      return {range.value_or(vorticity_range(scene, particles)), true, 1.0, "vorticity, 1/s"};
    case ColorBy::kPressure:
      break;
  }
  const double high = range.value_or(pressure_range(scene, particles));
  if (high >= 1e6) return {high, false, 1e6, "pressure, MPa"};
  if (high >= 1e3) return {high, false, 1e3, "pressure, kPa"};
  return {high, false, 1.0, "pressure, Pa"};
}

namespace {

// Whether a colour stands for a number, not for the liquid.
bool shows_number(ColorBy color) {
  return color == ColorBy::kSpeed || color == ColorBy::kDensity || color == ColorBy::kPressure ||
         color == ColorBy::kVorticity;
}

// Pressure or vorticity.
double number_of_cell(ColorBy color, const CellFrame& cells, std::size_t i) {
  return color == ColorBy::kPressure ? static_cast<double>(cells.pressure[i]) : vorticity(cells, i);
}

double number_of_particle(ColorBy color, const ParticleFrame& particles, std::span<const float> densities,
                          const CellFrame& cells, std::size_t i) {
  if (color == ColorBy::kSpeed) return speed(particles.velocity, i);
  if (color == ColorBy::kDensity) return densities.empty() ? 1.0 : static_cast<double>(densities[i]);
  return number_of_cell(color, cells, cell_of(cells, &particles.position[3 * i]));
}

}  // namespace

std::vector<Rgb> particle_colors(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles,
                                 const CellFrame& cells) {
  std::vector<Rgb> colors(particles.count());
  const ColorBy color = scene.output.color;
  const ParticleTones tones(scene, particles);
  const std::span<const float> densities = particles.columns.values("density");
  const std::span<const float> foam_colors =
      scene.has_foam_colors() ? std::span<const float>(particles.columns.values("color")) : std::span<const float>();
  for (std::size_t i = 0; i < colors.size(); ++i)
    colors[i] = shows_number(color) ? scale.color(number_of_particle(color, particles, densities, cells, i))
                                    : liquid_color(foam_colors, densities, tones[i], scale, particles, i);
  return colors;
}

namespace {

constexpr Rgb kShallowWater{0.31f, 0.765f, 0.863f}, kDeepWater{0.039f, 0.263f, 0.471f}, kRimLight{0.86f, 0.96f, 0.98f};
constexpr Rgb kFoamLight{0.93f, 0.97f, 1.0f};
constexpr float kDeepTone = 0.7f;                      // of a liquid's own colour where it is deep
constexpr float kLeastFoam = 0.35f, kMostFoam = 0.7f;  // white share of the particles around; of the colour
constexpr float kLeastDye = 0.03f, kMostDye = 0.3f;    // distance of a colour from the plain liquid's

Rgb as_rgb(const Color& c) {
  return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)};
}

Rgb darker(const Rgb& c, float share) { return {share * c.red, share * c.green, share * c.blue}; }

}  // namespace

LiquidTints::LiquidTints(const Scene& scene, const ColorScale& scale, const ParticleFrame& particles,
                         const CellFrame& cells)
    : scale_(scale), shallow_(kShallowWater), deep_(kDeepWater), plain_(as_rgb(scene.fluid_color())) {
  if (scene.fluid.color) {
    shallow_ = plain_;
    deep_ = darker(plain_, kDeepTone);
  }
  const std::span<const float> colors = particles.columns.values("color");
  if (shows_number(scene.output.color)) {
    kind_ = Kind::kNumber;
    const std::span<const float> densities = particles.columns.values("density");
    tints_.resize(3 * particles.count());
    for (std::size_t i = 0; i < particles.count(); ++i)
      tints_[3 * i] =
          static_cast<float>(number_of_particle(scene.output.color, particles, densities, cells, i) / scale.high);
  } else if (!colors.empty() && (scene.has_own_colors() || scene.has_foam_colors())) {
    kind_ = scene.has_own_colors() ? Kind::kOwn : Kind::kFoam;
    tints_.assign(colors.begin(), colors.end());
  }
}

Rgb LiquidTints::color(const std::array<float, 3>& tint, float depth, float rim) const {
  if (kind_ == Kind::kNumber) return scale_.color(static_cast<double>(tint[0]) * scale_.high);
  const Rgb water = mix_colors(shallow_, deep_, depth), own{tint[0], tint[1], tint[2]};
  Rgb body = water;
  if (kind_ == Kind::kOwn) {
    const float away = std::hypot(own.red - plain_.red, own.green - plain_.green, own.blue - plain_.blue);
    const float dye = std::clamp((away - kLeastDye) / (kMostDye - kLeastDye), 0.0f, 1.0f);
    body = mix_colors(water, darker(own, std::lerp(1.0f, kDeepTone, depth)), dye);
  } else if (kind_ == Kind::kFoam) {
    // Colours from blue to white say how much is foam. Single white particles are not, and deep inside none is.
    const float white = std::clamp(std::min(own.red, own.green) / kColumnFoam, 0.0f, 1.0f);
    const float foam = std::clamp((white - kLeastFoam) / (1.0f - kLeastFoam), 0.0f, 1.0f);
    body = mix_colors(water, kFoamLight, kMostFoam * foam * (1.0f - depth) * (1.0f - depth));
    // All other colours are the user's.
    body = mix_colors(body, own, std::clamp(std::abs(own.red - own.green) / kMostDye, 0.0f, 1.0f));
  }
  return mix_colors(body, kRimLight, rim);
}

std::vector<Rgb> cell_colors(const Scene& scene, const ColorScale& scale, const CellFrame& cells) {
  std::vector<Rgb> colors(cells.type.size());
  const ColorBy color = scene.output.color;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (!shows_number(color) || color == ColorBy::kDensity)
      colors[i] = density_color(static_cast<double>(cells.density[i]) / 2.0);
    else
      colors[i] = scale.color(color == ColorBy::kSpeed ? speed(cells.velocity, i) : number_of_cell(color, cells, i));
  }
  return colors;
}

}  // namespace spindrift
