// A state without a run, left in a folder as a run that was ended there would have left it: `--resume` goes on from it.
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
  int go_on = 0;  // frames to ask for in order to go on: more than those
};

// Writes scene.toml, the checkpoint and the list of checksums into the wanted folder, or the next that is unused: what
// was done by hand is not to be lost because somebody else was quicker.
Result<LeftRun> leave_run(const std::string& wanted, Scene scene, Checkpoint state);

}  // namespace spindrift
