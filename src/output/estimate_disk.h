// What the files of a run take on the disk, and whether it has room for them.
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

// What the file system has left that the folder is in, or would be; -1 if it does not say.
std::int64_t free_disk_bytes(const std::string& folder);

// An error with both figures if less is left than the frames after `done_frame` need (-1: all of them). What the run
// will remove first counts as free.
Status check_disk_space(const std::string& folder, const Scene& scene, const Estimate& expected, int done_frame,
                        std::int64_t removed_bytes);

// For a person who wants to know before: `about 1.2 GB of 30 GB free`.
std::string disk_text(const std::string& folder, const Scene& scene, const Estimate& expected);

}  // namespace spindrift
