// What a step and a frame came to, as values. All SI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spindrift/vec.h"

namespace spindrift {

struct StageTime {
  std::string name;
  double seconds = 0.0;
};

struct PressureReport {
  int iterations = 0;      // sweeps, or steps of conjugate gradients
  double residual = 0.0;   // |b - A p| / |b|
  bool converged = true;   // false when the solver stopped at its limit above the tolerance
  bool fell_back = false;  // multigrid lost its way, and conjugate gradients with MIC(0) took over
};

struct ViscosityReport {
  int iterations = 0;     // steps of conjugate gradients
  double residual = 0.0;  // |b - A d| / |b|, for the change d of velocity
  bool converged = true;
};

struct StepReport {
  double dt = 0.0;
  std::optional<ViscosityReport> viscosity;  // of scenes with viscosity
  PressureReport pressure;
};

// What only smoke has. Totals are integrals over the volume (the area in 2D).
struct SmokeReport {
  double smoke = 0.0;          // density times m^3
  double heat = 0.0;           // kelvin above ambient times m^3
  std::optional<double> fuel;  // of scenes with fuel
  double drift = 0.0;          // of the smoke, relative to what the start, sources, fire and open sides account for
  double max_density = 0.0;
  double max_temperature = 0.0;  // K
};

// One line of stats.jsonl.
struct FrameReport {
  int frame = 0;
  double time = 0.0;
  int substeps = 0;
  std::int64_t particles = 0;
  std::int64_t fluid_cells = 0;
  std::int64_t tiles = 0;
  double volume = 0.0;          // m^3 (m^2 in 2D) of the wet cells
  double volume_drift = 0.0;    // relative to what the initial fill, sources and drains account for
  double kinetic_energy = 0.0;  // J (J/m in 2D)
  double potential_energy = 0.0;
  Vec3d linear_momentum{};
  Vec3d angular_momentum{};  // about the domain's origin; z only in 2D
  Vec3d center_of_mass{};
  double max_speed = 0.0;
  double front_x = 0.0;         // furthest particle along x
  double divergence_max = 0.0;  // of the final velocities, times dt
  double divergence_l2 = 0.0;
  int pressure_iterations = 0;     // mean over the sub-steps
  double pressure_residual = 0.0;  // largest of the sub-steps
  bool pressure_converged = true;
  bool pressure_fell_back = false;          // in some sub-step
  std::optional<int> viscosity_iterations;  // mean over the sub-steps; empty without viscosity
  double viscosity_residual = 0.0;          // largest of the sub-steps
  bool viscosity_converged = true;
  double unmet_inflow = 0.0;           // m^3 that sources owe to their rates, since the start: there was no room
  std::int64_t escaped_particles = 0;  // found inside solids or outside the domain
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;
  std::vector<StageTime> stage_seconds;
  std::uint64_t state_hash = 0;
  std::optional<SmokeReport> smoke;  // of smoke scenes; volume, potential energy and particles then have no meaning
  bool interrupted = false;          // an observer asked to stop; the frame is incomplete
};

}  // namespace spindrift
