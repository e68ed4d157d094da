// Where the scenes are that come with the program.
#pragma once

#include <string>
#include <vector>

#include "spindrift/scene_file.h"

namespace spindrift {

// The folders searched for scenes, best first: the environment's SPINDRIFT_SCENES, then those that an installation has
// beside the program that runs and beside the shared library. Only those that exist.
std::vector<std::string> scene_folders();

}  // namespace spindrift
