// What a scene would run, found without running it, as rows for a person to read.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

struct SceneCheck {
  std::vector<std::pair<std::string, std::string>> rows;  // `grid`, `180 x 101 cells of ...`
  std::vector<std::string> warnings;                      // likely mistakes
  std::optional<Error> refused;                           // why a run of it would not begin
};
Result<SceneCheck> check_scene(const Scene& scene);

// One object: the scene with every default, its grid, the rows, and the first line of each table that a run writes.
Result<std::string> to_json(const Scene& scene, const SceneCheck& check);

}  // namespace spindrift
