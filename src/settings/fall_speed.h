// What gravity gives a body that falls through the domain: the measure of speeds and pressures in pictures.
#pragma once

#include <optional>

#include "spindrift/scene.h"

namespace spindrift {

// What gravity does to a unit of mass on its way through the domain, J/kg.
double fall_energy(const Physics& scene);

// Most of the speed of that fall, m/s: the whole of it is seldom reached. None without gravity.
std::optional<double> fall_speed(const Physics& scene);

}  // namespace spindrift
