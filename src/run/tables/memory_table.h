// memory.csv: what the process held after each frame. Not among the statistics, because it differs from run to run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spindrift {

inline constexpr std::string_view kMemoryHeader = "time s,resident memory bytes";

std::string memory_line(double time, std::int64_t resident_bytes);  // the second is left blank if it is not known

}  // namespace spindrift
