// run.json: what was run, with which program, and what came of it. Written by a run, and read back by others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "run/run_folder.h"
#include "run/scene_meshes.h"
#include "spindrift/run.h"
#include "spindrift/vec.h"

namespace spindrift {

struct RunRecord {
  std::string version;
  std::string title;
  std::string scene_file;
  std::vector<std::string> overrides;  // table.key=value
  std::string scene_json;              // as resolved, every default filled in
  int dimension = 3;
  bool is_smoke = false;  // then totals of particles have no meaning
  Vec<int, 3> cells{};
  std::vector<std::uint64_t> mesh_checksums;  // of the scene's mesh files, in its order, when the run began
  int threads = 1;
  std::optional<int> resumed_at;  // the frame of the checkpoint that this run began with
  bool finished = false;          // has reached its last frame
  bool interrupted = false;
  std::string error;  // why it failed
  RunTotals totals;
  OutputTotals output;
};

// One more frame into the sums and extremes.
void add_frame(RunTotals& totals, const FrameReport& report);

std::string run_json(const RunRecord& record);

Result<JsonValue> read_record(const RunFolder& folder);

// The scene that was run; fails if its file has changed since.
Result<Scene> read_own_scene(const RunFolder& folder);

// Of the scene's mesh files when the run began.
MeshSums mesh_checksums_of(const JsonValue& record);

// Fails if the scene's mesh files have changed since the run.
Status check_meshes_of_run(const RunFolder& folder, const Scene& scene);

}  // namespace spindrift
