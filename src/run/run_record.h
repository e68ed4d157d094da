// What a run that is there says of itself: run.json and scene.toml, read back.
#pragma once

#include "base/json.h"
#include "run/run_folder.h"
#include "run/scene_meshes.h"

namespace spindrift {

Result<JsonValue> read_record(const RunFolder& folder);

// The scene that was run; fails if somebody has changed its file since.
Result<Scene> read_own_scene(const RunFolder& folder);

// Of the scene's mesh files when the run began.
MeshSums mesh_checksums_of(const JsonValue& record);

// Whether those that the scene has now are the run's: solids in pictures shall be.
Status check_meshes_of_run(const RunFolder& folder, const Scene& scene);

}  // namespace spindrift
