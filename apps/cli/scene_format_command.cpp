// spindrift scene-format: the manual's page on scene files, docs/scene-format.md.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "spindrift/scene_file.h"

namespace spindrift {

int scene_format_command() {
  const Result<std::string> page = scene_format_markdown();
  if (!page) return fail(page.error());
  fmt::print("{}", *page);
  return kDone;
}

}  // namespace spindrift
