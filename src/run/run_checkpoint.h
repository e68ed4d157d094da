// A checkpoint of a run: the simulation's state, the scene it belongs to, and the totals of the frames so far.
#pragma once

#include <string>

#include "run/run_json.h"
#include "run/scene_meshes.h"
#include "run/tables/run_tables.h"
#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

struct RunCheckpoint {
  std::string scene_text;   // TOML, as resolved; of the state
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

}  // namespace spindrift
