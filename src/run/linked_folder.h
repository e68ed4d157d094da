// A folder inside a run's that is a link: data often lies on another disk.
#pragma once

#include <string>

namespace spindrift {

// Why the files that `subfolder`, a link in the run's folder, leads to may be those of another run, which must not be
// replaced; empty if they are this one's, or if it is no link.
std::string why_of_another_run(const std::string& folder, const std::string& subfolder);

}  // namespace spindrift
