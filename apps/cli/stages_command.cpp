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

int stages_command(const StagesWords& words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  const Result<std::vector<StageRow>> rows = stage_table(*scene);
  if (!rows) return fail(rows.error());
  std::size_t width = 0;
  for (const StageRow& row : *rows) width = std::max(width, row.name.size());
  const std::string folder = scene->is_smoke() ? "src/smoke/stages/" : "src/liquid/stages/";
  int number = 0;
  for (const StageRow& row : *rows) {
    say(fmt::format("{:>2}  {:<{}}  {}", ++number, row.name, width, source_file(folder, row.name)));
    if (!words.with_fields) continue;
    say(fmt::format("      reads   {}", row.reads));
    say(fmt::format("      writes  {}", row.writes));
  }
  return kDone;
}

}  // namespace spindrift
