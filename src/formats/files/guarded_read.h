// For files whose reader is not ours and may crash on damaged ones: it runs in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace spindrift {

struct ReadLimits {
  int seconds = 0;          // of a processor
  std::uint64_t bytes = 0;  // of memory, beyond what is in use
};

// What `read` returns, or nothing if its process died or wanted more than it may have. That process has none of the
// threads of this one: `read` must not start parallel work, unless this one has no other threads either.
std::optional<std::string> read_guarded(const std::function<std::string()>& read, const ReadLimits& most);

}  // namespace spindrift
