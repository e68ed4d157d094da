// How a run begins in its folder: what an earlier one has left there is never replaced unasked.
#pragma once

#include <string>

#include "spindrift/run.h"

namespace spindrift {

enum class Beginning {
  kNew,      // in a folder without a run, or in place of the one that is there
  kResumed,  // from one of the checkpoints there
};

// An error, with the options that help, if the folder holds results that the options do not speak of.
Result<Beginning> choose_beginning(const std::string& folder, const Scene& scene, const RunOptions& options,
                                   RunWatcher& watcher);

}  // namespace spindrift
