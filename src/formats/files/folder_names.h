// What lies in a folder. std::filesystem's iterators are not used anywhere: those of libstdc++ end the process when
// memory runs out, since their step from one name to the next may not throw.
#pragma once

#include <string>
#include <vector>

namespace spindrift {

// The names of the files and folders in it, sorted; none if it cannot be read.
std::vector<std::string> names_in(const std::string& folder);

// The paths of the files in it and in all folders below it, relative to it, sorted folder by folder. Links to folders
// are not followed.
std::vector<std::string> files_below(const std::string& folder);

}  // namespace spindrift
