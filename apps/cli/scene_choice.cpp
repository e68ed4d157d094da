#include "cli/scene_choice.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/console.h"
#include "spindrift/scene_file.h"

namespace spindrift {

Result<Scene> load_scene(const SceneChoice& choice) {
  const Result<std::string> path = find_scene(choice.name);
  if (!path) {
    Error error = path.error();
    const bool is_a_name = choice.name.find_first_of("/.") == std::string::npos;
    const char* between = error.message.ends_with("?") ? " " : "; ";
    if (is_a_name) error.message += between + std::string("'spindrift scenes' lists those there are");
    return error;
  }
  std::error_code ignored;
  const std::string here = choice.name + ".toml";
  if (*path != choice.name && std::filesystem::exists(here, ignored) &&
      !std::filesystem::equivalent(here, *path, ignored))
    warn(fmt::format("'{}' is the scene {}; the file of that name here is '{}'", choice.name, *path, here));
  return read_scene(*path, choice.overrides);
}

}  // namespace spindrift
