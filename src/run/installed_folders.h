// Where an installation has its data, as scenes and the page.
#pragma once

#include <string>
#include <vector>

namespace spindrift {

// The folders that exist, best first: seen from the program that runs, by `from_program`, and from the shared library,
// if this is one, by `from_library`. The build folder has the same layout.
std::vector<std::string> installed_folders(const std::string& from_program, const std::string& from_library);

}  // namespace spindrift
