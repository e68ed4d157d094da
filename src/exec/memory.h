// Available and used memory.
#pragma once

#include <cstdint>
#include <string>

namespace spindrift {

// Memory available without swapping: the smaller of the machine's and the control group's. -1 if unknown.
std::int64_t available_memory_bytes();

// Memory left by a control group, version 2 or 1, and its parents; -1 without a limit. `groups`: the text of
// /proc/self/cgroup. `folder`: where the groups are mounted.
std::int64_t memory_left_by_groups(const std::string& groups, const std::string& folder);

std::int64_t peak_rss_bytes();  // the peak so far
std::int64_t resident_bytes();  // now; -1 if unknown

}  // namespace spindrift
