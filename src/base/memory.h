// How much memory there is and how much the process has used.
#pragma once

#include <cstdint>
#include <string>

namespace spindrift {

std::int64_t available_memory_bytes();  // what can be had without swapping; -1 when the system does not say
std::int64_t peak_rss_bytes();          // the most the process has held so far
std::int64_t resident_bytes();          // what it holds now; -1 when the system does not say

std::string bytes_text(double bytes);  // "1.5 GB", in powers of 1000

}  // namespace spindrift
