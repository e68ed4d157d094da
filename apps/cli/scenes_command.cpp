// spindrift scenes: the scenes that come with the program.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/console.h"

#include "spindrift/scene_file.h"

namespace spindrift {

int scenes_command() {
  const Result<std::vector<SceneSummary>> scenes = list_scenes();
  if (!scenes) return fail(scenes.error());
  if (scenes->empty()) return fail({ErrorCode::kBadInput, "no scenes found; SPINDRIFT_SCENES may name their folder"});
  std::size_t width = 0;
  for (const SceneSummary& scene : *scenes) width = std::max(width, scene.name.size());
  for (const SceneSummary& scene : *scenes) say(fmt::format("{:<{}}  {}", scene.name, width, scene.title));
  return kDone;
}

}  // namespace spindrift
