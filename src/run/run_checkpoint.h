// A checkpoint of a run: the simulation's state, the scene it belongs to, and the totals of the frames so far.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/run_json.h"
#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

struct RunCheckpoint {
  std::string scene_text;                     // TOML, as resolved
  std::vector<std::uint64_t> mesh_checksums;  // of the mesh files the scene names, in its order
  RunTotals totals;
  Checkpoint state;
};

// Puts the run's part in front of the simulation's sections.
Result<Checkpoint> pack(const Scene& scene, const RunTotals& totals, Checkpoint state);
Result<RunCheckpoint> unpack(Checkpoint checkpoint);

// Whether the scene continues what was saved; the error names the key that differs.
Status check_same_scene(const RunCheckpoint& saved, const Scene& scene);

}  // namespace spindrift
