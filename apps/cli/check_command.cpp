// spindrift check: what a scene would run, and whether it looks like a mistake. Runs nothing.
#include "spindrift/check.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/scene_choice.h"

namespace spindrift {

int check_command(const SceneChoice& choice) {
  const Result<Scene> scene = load_scene(choice);
  if (!scene) return fail(scene.error());
  const Result<SceneCheck> check = check_scene(*scene);
  if (!check) return fail(check.error());

  say(fmt::format("{} ({})", scene->title.empty() ? "Untitled" : scene->title, scene->file));
  for (const auto& [name, text] : check->rows) say(fmt::format("  {:<10} {}", name, text));
  for (const std::string& warning : check->warnings) warn(warning);
  if (check->refused) return fail(*check->refused);
  if (check->warnings.empty()) say("  no likely mistakes found");
  return kDone;
}

}  // namespace spindrift
