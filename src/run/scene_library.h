// Where the scenes are that come with the program.
#pragma once

#include <string>
#include <vector>

#include "spindrift/scene_file.h"

namespace spindrift {

// The folders searched for scenes, best first: the environment's SPINDRIFT_SCENES, the one the program was built with,
// then `scenes` next to the executable and one folder above it. Only those that exist.
std::vector<std::string> scene_folders();

}  // namespace spindrift
