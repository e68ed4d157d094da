// What the files of a run take on the disk.
#pragma once

#include <cstdint>
#include <string>

#include "spindrift/simulation.h"

namespace spindrift {

struct DiskEstimate {
  std::int64_t bytes = 0;  // right to about a factor of two; several times too large for smoke that hardly rises
  std::string advice;      // what would lower it most
};
DiskEstimate estimate_disk(const Scene& scene, const Estimate& expected);

}  // namespace spindrift
