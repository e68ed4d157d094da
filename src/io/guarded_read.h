// For files whose reader is not ours and may crash on damaged ones: it runs in a process of its own.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace spindrift {

// What `read` returns, or nothing if its process died, took more seconds of a processor than it may, or too much
// memory. To be called before any thread has been started.
std::optional<std::string> read_guarded(const std::function<std::string()>& read, int most_seconds);

}  // namespace spindrift
