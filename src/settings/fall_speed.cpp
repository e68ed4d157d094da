#include "settings/fall_speed.h"

#include <cmath>

namespace spindrift {

double fall_energy(const Physics& scene) {
  double energy = 0.0;
  for (int axis = 0; axis < scene.dimension(); ++axis)
    energy += std::abs(scene.forces.gravity[axis]) * scene.domain.size[axis];
  return energy;
}

std::optional<double> fall_speed(const Physics& scene) {
  constexpr double kShareOfFall = 0.6;
  const double energy = fall_energy(scene);
  if (!(energy > 0.0)) return std::nullopt;
  return kShareOfFall * std::sqrt(2.0 * energy);
}

}  // namespace spindrift
