#include "run/tables/memory_table.h"

#include <fmt/format.h>

namespace spindrift {

std::string memory_line(double time, std::int64_t resident_bytes) {
  return resident_bytes < 0 ? fmt::format("{},", time) : fmt::format("{},{}", time, resident_bytes);
}

}  // namespace spindrift
