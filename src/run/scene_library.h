// Where the scenes are that come with the program.
#pragma once

#include <string>
#include <vector>

#include "spindrift/scene_file.h"

namespace spindrift {

// The folders searched for scenes, best first: the environment's SPINDRIFT_SCENES, then those that an installation has
// beside the program that runs and beside the shared library. Only those that exist.
std::vector<std::string> scene_folders();

// The folders that exist, best first: seen from the program that runs, by `from_program`, and from the shared library,
// if this is one, by `from_library`. The build folder has the same layout.
std::vector<std::string> installed_folders(const std::string& from_program, const std::string& from_library);

}  // namespace spindrift
