// What somebody has changed since it was written is theirs: before a file of its name is written, or it would be
// removed, it moves into the folder `changed`, with the path that it had.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

inline constexpr std::string_view kSetAsideFolder = "changed";

// Where files are since they were set aside, inside the folder.
struct SetAside {
  std::vector<std::string> changed;   // after they were written
  std::vector<std::string> unproven;  // begun by a run that was killed before it had entered what they are
};

// Moves folder/file to folder/changed/file, or to changed_2 if there is one already, and so on; returns where inside
// the folder it is now.
Result<std::string> set_aside(const std::string& folder, const std::string& file);
bool is_set_aside(std::string_view file);  // a path inside the folder

}  // namespace spindrift
