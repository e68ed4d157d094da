// Where a run that was ended goes on.
#pragma once

#include <string>

#include "run/run_checkpoint.h"

namespace spindrift {

// The newest checkpoint in a run's folder that is whole, with a warning for each that is not; an error if none can be
// used, or if it belongs to another scene.
Result<RunCheckpoint> find_checkpoint(const std::string& run_folder, const Scene& scene, const MeshSums& meshes,
                                      RunWatcher& watcher);

}  // namespace spindrift
