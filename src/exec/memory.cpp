#include "exec/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string_view>

#include "base/split.h"

namespace spindrift {

namespace {

std::string text_of(const std::string& path) {
  std::string text;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "r"), &std::fclose);
  char part[4096];
  for (std::size_t size = 1; file && size > 0; text.append(part, size))
    size = std::fread(part, 1, sizeof part, file.get());
  return text;
}

// The number behind what a line of the text begins with, and spaces; -1 if there is none, as in `max`.
std::int64_t number_after(const std::string& text, std::string_view beginning) {
  std::int64_t number = -1;
  for (std::string_view line : split(text, '\n'))
    if (line.starts_with(beginning)) {
      line.remove_prefix(beginning.size());
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      std::from_chars(line.data(), line.data() + line.size(), number);
      break;
    }
  return number;
}

// What one group leaves. Pages of files that can be dropped do not count as used.
std::int64_t memory_left_by_group(const std::string& path, bool is_version_2) {
  const std::int64_t limit =
      number_after(text_of(path + (is_version_2 ? "/memory.max" : "/memory.limit_in_bytes")), "");
  if (limit < 0) return -1;
  const std::int64_t used =
      number_after(text_of(path + (is_version_2 ? "/memory.current" : "/memory.usage_in_bytes")), "");
  const std::int64_t files =
      number_after(text_of(path + "/memory.stat"), is_version_2 ? "inactive_file " : "total_inactive_file ");
  return std::max<std::int64_t>(0, limit - std::max<std::int64_t>(0, used) + std::max<std::int64_t>(0, files));
}

std::int64_t smaller_known(std::int64_t a, std::int64_t b) { return a < 0 ? b : b < 0 ? a : std::min(a, b); }

std::int64_t memory_left_in_machine() {
  const std::int64_t kilobytes = number_after(text_of("/proc/meminfo"), "MemAvailable:");
  return kilobytes < 0 ? -1 : kilobytes * 1024;
}

}  // namespace

std::int64_t memory_left_by_groups(const std::string& groups, const std::string& folder) {
  std::int64_t left = -1;
  for (const std::string_view line : split(groups, '\n')) {  // `0::/a/b`, or in version 1 `9:memory:/a/b`
    const std::size_t kind = line.find(':'), path = line.find(':', kind + 1);
    if (kind == std::string::npos || path == std::string::npos) continue;
    const std::string controllers = "," + std::string(line.substr(kind + 1, path - kind - 1)) + ",";
    const bool is_version_2 = controllers == ",,";
    if (!is_version_2 && controllers.find(",memory,") == std::string::npos) continue;
    std::string group(line.substr(path + 1));
    while (!group.empty() && group.back() == '/') group.pop_back();
    for (;; group.erase(group.rfind('/'))) {
      left = smaller_known(left, memory_left_by_group(folder + (is_version_2 ? "" : "/memory") + group, is_version_2));
      if (group.find('/') == std::string::npos) break;
    }
  }
  return left;
}

std::int64_t available_memory_bytes() {
  return smaller_known(memory_left_in_machine(), memory_left_by_groups(text_of("/proc/self/cgroup"), "/sys/fs/cgroup"));
}

std::int64_t peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

std::int64_t resident_bytes() {
  const std::string pages = text_of("/proc/self/statm");  // all, resident, ...
  const std::int64_t resident = number_after(pages.substr(std::min(pages.find(' '), pages.size())), "");
  return resident < 0 ? -1 : resident * sysconf(_SC_PAGESIZE);
}

}  // namespace spindrift
