// spindrift stages: a scene's time step as a table, in the order in which it runs.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/scene_choice.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

// One name serves for the row and the file.
std::string source_file(const std::string& folder, std::string stage) {
  std::replace(stage.begin(), stage.end(), ' ', '_');
  return folder + stage + ".cpp";
}

}  // namespace

int stages_command(const SceneChoice& choice) {
  const Result<Scene> scene = load_scene(choice);
  if (!scene) return fail(scene.error());
  const Result<std::vector<std::string>> names = stage_names(*scene);
  if (!names) return fail(names.error());
  std::size_t width = 0;
  for (const std::string& name : *names) width = std::max(width, name.size());
  const std::string folder = scene->is_smoke() ? "src/smoke/stages/" : "src/liquid/stages/";
  int row = 0;
  for (const std::string& name : *names)
    say(fmt::format("{:>2}  {:<{}}  {}", ++row, name, width, source_file(folder, name)));
  return kDone;
}

}  // namespace spindrift
