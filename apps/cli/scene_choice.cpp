#include "cli/scene_choice.h"

#include "spindrift/scene_file.h"

namespace spindrift {

Result<Scene> load_scene(const SceneChoice& choice) {
  const Result<std::string> path = find_scene(choice.name);
  if (!path) return path.error();
  return read_scene(*path, choice.overrides);
}

}  // namespace spindrift
