// How a run begins in its folder: what an earlier one has left there is never replaced unasked.
#pragma once

#include <string>

#include "run/run_folder.h"
#include "run/scene_meshes.h"
#include "spindrift/run.h"

namespace spindrift {

enum class Beginning {
  kNew,      // in a folder without a run, or in place of the one that is there
  kAgain,    // at frame 0 of the unfinished one that is there, which has no checkpoint
  kResumed,  // from one of the checkpoints there
};

// An error, with the options that help, if the folder holds results that the options do not speak of.
Result<Beginning> choose_beginning(const std::string& folder, const Scene& scene, const MeshSums& meshes,
                                   const RunOptions& options, RunWatcher& watcher);

// The last frame that a run in the folder has statistics or listed files of; -1 if there is none.
int last_frame_in(const RunFolder& folder);

}  // namespace spindrift
