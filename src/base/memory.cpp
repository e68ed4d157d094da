#include "base/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

namespace spindrift {

std::int64_t available_memory_bytes() {
  std::FILE* file = std::fopen("/proc/meminfo", "r");
  if (!file) return -1;
  char line[256];
  long long kilobytes = -1;
  while (kilobytes < 0 && std::fgets(line, sizeof line, file)) {
    if (std::sscanf(line, "MemAvailable: %lld kB", &kilobytes) != 1) kilobytes = -1;
  }
  std::fclose(file);
  return kilobytes < 0 ? -1 : kilobytes * 1024;
}

std::int64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

std::int64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return -1;
  long long all = 0, resident = -1;  // pages
  if (std::fscanf(file, "%lld %lld", &all, &resident) != 2) resident = -1;
  std::fclose(file);
  return resident < 0 ? -1 : resident * sysconf(_SC_PAGESIZE);
}

std::string bytes_text(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 5) {
    bytes /= 1000.0;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.95 && unit > 0 ? 1 : 0, units[unit]);
}

}  // namespace spindrift
