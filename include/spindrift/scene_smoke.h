// The tables of a scene that only smoke has: gas, fire, smoke at the start and its sources. Part of scene.h.
#pragma once

#include <optional>

#include "spindrift/scene_shape.h"

namespace spindrift {

enum class Advection { kSemiLagrangian, kMacCormack, kBfecc, kCubic };
enum class SmokeTiles { kAuto, kAll, kNearSmoke };
enum class StartFlow { kStill, kTaylorGreen };

// What fills a smoke scene: air with its forces, and how its motion is computed.
struct GasSettings {
  double density = 1.2;                // kg/m^3, for energies and pressures; buoyancy has its own coefficients
  double ambient_temperature = 300.0;  // K
  double weight = 0.1;                 // m/s^2 downwards for a smoke density of 1
  double lift = 0.0327;                // m/s^2 upwards for every kelvin above the ambient temperature: g / T
  double confinement = 0.0;            // 1/s; strength of vorticity confinement
  double viscosity = 0.0;              // m^2/s
  double diffusion = 0.0;              // m^2/s, of smoke, heat and fuel
  double dissipation = 0.0;            // 1/s at which smoke fades
  double cooling = 0.0;                // 1/s at which heat is lost
  Vec3d wind{};                        // m/s, of the air outside and at the start
  StartVelocity velocity;              // at the start, everywhere, besides the wind
  StartFlow flow = StartFlow::kStill;
  Advection advection = Advection::kMacCormack;
  bool reflection = false;  // the second-order advection-reflection step
  bool conserve = true;     // hold the totals of smoke, heat and fuel during advection
  Walls walls = Walls::kSlip;
  SmokeTiles tiles = SmokeTiles::kAuto;
};

// How fuel burns: above the ignition temperature at a rate, into heat, soot and volume.
struct FireSettings {
  double ignition_temperature = 450.0;  // K
  double burn_rate = 3.0;               // 1/s
  double heat = 1500.0;                 // K from a fuel of 1
  double soot = 0.3;                    // smoke density from a fuel of 1
  double expansion = 0.5;               // volumes of new gas from a fuel of 1
  double air = 0.0;                     // volumes that a fuel of 1 needs to burn; 0 = it burns by itself
  double radiation = 0.0;               // K/s lost at `flame_temperature`, by the fourth power
  double flame_temperature = 1800.0;    // K
};

// Smoke that is there at the start.
struct SmokeSettings {
  ShapeSettings shape;
  double density = 1.0;
  std::optional<double> temperature;  // K; default: ambient
  double fuel = 0.0;
  StartVelocity velocity;
};

struct SmokeSourceSettings {
  ShapeSettings shape;
  double density = 1.0;
  std::optional<double> temperature;  // K; default: ambient
  double fuel = 0.0;
  std::optional<Vec3d> velocity;     // of the gas inside; default: left alone
  double rate = 0.0;                 // 1/s towards these values; 0 = held
  double noise = 0.0;                // share of these values that comes and goes in patches; 0 = steady
  std::optional<double> noise_size;  // m, of a patch; default: a quarter of the shape's longest side
  double noise_time = 0.2;           // s that a patch lasts
  double start = 0.0;                // s
  double end = 1e30;                 // s
};

}  // namespace spindrift
