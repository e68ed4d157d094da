// How much memory there is and how much the process has used.
#pragma once

#include <cstdint>
#include <string>

namespace spindrift {

// What can be had without swapping, of the machine or of the control group the process is in, whichever has less; -1
// when the system does not say.
std::int64_t available_memory_bytes();

// What a control group, version 2 or 1, and those above it leave; -1 if none has a limit. `groups` is the text of
// /proc/self/cgroup, `folder` where the groups are mounted.
std::int64_t memory_left_by_groups(const std::string& groups, const std::string& folder);

std::int64_t peak_rss_bytes();  // the most the process has held so far
std::int64_t resident_bytes();  // what it holds now; -1 when the system does not say

}  // namespace spindrift
