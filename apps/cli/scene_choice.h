// From what the user typed to a scene.
#pragma once

#include "cli/commands.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

Result<Scene> load_scene(const SceneChoice& choice);

}  // namespace spindrift
