// How fast the memory is, and how little of it a time step could get by with.
#pragma once

#include <cstddef>

#include "spindrift/scene.h"

namespace spindrift {

// Bytes read and written per second when `threads` threads copy an array far larger than the caches.
double measure_copy_bandwidth(int threads, std::size_t bytes);

// The bytes a time step has to move to and from memory, per particle, if every array is read and written only as
// often as the method demands and nothing stays in a cache between stages.
double least_bytes_per_particle_step(const Scene& scene, double pressure_iterations, double cells_per_particle);

// The same for smoke, per cell of gas.
double least_bytes_per_cell_step(const Scene& scene, double pressure_iterations);

}  // namespace spindrift
