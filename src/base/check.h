// SPINDRIFT_CHECK: an assertion, active in checked builds. Prints the condition and its place.
#pragma once

namespace spindrift {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}  // namespace spindrift

#ifdef SPINDRIFT_CHECKED
#define SPINDRIFT_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::spindrift::check_failed(#condition, __FILE__, __LINE__))
#else
#define SPINDRIFT_CHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
