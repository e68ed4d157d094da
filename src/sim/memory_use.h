// What a run needs memory for, to say how much that is and which key would lower it.
#pragma once

#include <string>
#include <vector>

#include "spindrift/simulation.h"

namespace spindrift {

struct MemoryUse {
  double bytes = 0.0;
  std::string advice;     // `lower domain.resolution`; may be empty
  bool is_guess = false;  // what splashes and sources may come to; the rest is certain
};

// Of the pressure's matrix, its right-hand side and what the chosen solver keeps.
double solver_bytes_per_cell(const Scene& scene);

// Copies of frames, pictures, meshes and files, while a run writes them: those of the fluid that there is for certain,
// and as a guess those of what is likely to come.
std::vector<MemoryUse> memory_of_output(const Scene& scene, const FluidAmount& certain, const FluidAmount& likely);

// The sums, and the advice that saves most.
void set_memory(Estimate& estimate, const std::vector<MemoryUse>& uses);

// Of a particle in a frame that is copied, and of a cell.
double frame_bytes_per_particle(const Scene& scene);
double frame_bytes_per_cell(const Scene& scene);

// The one that saves most bytes; empty if none does.
std::string best_advice(const std::vector<MemoryUse>& uses);

}  // namespace spindrift
