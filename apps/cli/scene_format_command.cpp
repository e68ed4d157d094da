// spindrift scene-format: the manual's page on scene files, docs/scene-format.md.
#include <fmt/format.h>

#include "cli/commands.h"
#include "spindrift/scene_file.h"

namespace spindrift {

int scene_format_command() {
  fmt::print("{}", scene_format_markdown());
  return kDone;
}

}  // namespace spindrift
