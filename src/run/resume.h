// How a run begins in its folder: earlier results are replaced only with --overwrite, and a run that was ended
// continues from a checkpoint.
#pragma once

#include <string>

#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/scene_meshes.h"
#include "run/tables.h"
#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/run.h"
#include "spindrift/scene.h"

namespace spindrift {

// A checkpoint of a run: the simulation's state, the scene it belongs to, and what the run has written so far.
struct RunCheckpoint {
  std::string scene;        // its lines (scene_difference.h)
  MeshSums mesh_checksums;  // as they were when the run began
  RunTotals totals;
  TableSizes tables;
  Checkpoint state;
};

// Puts the run's part in front of the simulation's sections.
Checkpoint pack(const MeshSums& meshes, const RunTotals& totals, const TableSizes& tables, Checkpoint state);
Result<RunCheckpoint> unpack(Checkpoint checkpoint);

// Whether the scene, with these meshes, continues what was saved; the error names the key that differs.
Status check_same_scene(const RunCheckpoint& saved, const Scene& scene, const MeshSums& meshes);

enum class Beginning { kNew, kResumed };  // at frame 0, in place of an earlier run; from a checkpoint

// An error, with the options that help, if the folder holds results and no option says what to do with them.
Result<Beginning> choose_beginning(const std::string& folder, const Scene& scene, const RunOptions& options,
                                   RunWatcher& watcher);

// The newest checkpoint in a run's folder that is whole, with a warning for each that is not; an error if none can be
// used, or if it belongs to another scene.
Result<RunCheckpoint> find_checkpoint(const std::string& run_folder, const Scene& scene, const MeshSums& meshes,
                                      RunWatcher& watcher);

// Whether the run can continue in its folder from the checkpoint; warns of outputs that the scene has changed.
Status check_can_continue(const RunFolder& folder, const Scene& scene, const RunCheckpoint& saved, RunWatcher& watcher);

}  // namespace spindrift
