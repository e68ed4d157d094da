// Counts what a test program takes from the heap, to show that a loop takes nothing.
#pragma once

#include <cstdint>

namespace spindrift::testing {

// Calls of operator new so far, on all threads.
std::int64_t allocations();

}  // namespace spindrift::testing
