// spindrift info: what is in a file that the program has written.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/console.h"
#include "io/file_info.h"

namespace spindrift {

int info_command(const std::vector<std::string>& files) {
  int exit_code = kDone;
  for (const std::string& file : files) {
    const Result<FileInfo> info = file_info(file);
    if (!info) {
      exit_code = fail(info.error());
      continue;
    }
    std::size_t width = 0;
    for (const auto& [name, value] : info->rows) width = std::max(width, name.size());
    say(fmt::format("{}: {}", file, info->kind));
    for (const auto& [name, value] : info->rows) say(fmt::format("  {:<{}}  {}", name, width, value));
  }
  return exit_code;
}

}  // namespace spindrift
