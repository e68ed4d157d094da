#include "cli/scene_choice.h"

#include "io/scene_file.h"
#include "io/scene_library.h"

namespace spindrift {

Result<Scene> load_scene(const SceneChoice& choice) {
  const Result<std::string> path = find_scene(choice.name);
  if (!path) return path.error();
  return read_scene(*path, choice.overrides);
}

}  // namespace spindrift
