// Leaves a state in a folder as an interrupted run would: `--resume` continues from it.
#pragma once

#include <string>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

std::string unused_folder(const std::string& wanted);  // it, or with _2, _3, ..., such that it holds no run

struct LeftRun {
  std::string folder;
  int frame = 0;  // completed ones
  int go_on = 0;  // frames to ask for in order to continue: more than those
};

// Writes scene.toml, the checkpoint and the manifest into the wanted folder, or into the next unused one if another
// program has taken it meanwhile.
Result<LeftRun> leave_run(const std::string& wanted, Scene scene, Checkpoint state);

}  // namespace spindrift
