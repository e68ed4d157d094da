// The scene of one run of a case: its formulas evaluated, with the settings that all cases of its kind share.
#pragma once

#include "scene/scene_node.h"
#include "spindrift/scene.h"
#include "validate/case_constants.h"

namespace spindrift {

// How a step is computed, for all liquids and for all smoke: validation/settings.toml and what the command line adds.
struct SharedSettings {
  SceneNode liquid, smoke;  // tables of a scene
};
Result<SharedSettings> read_shared_settings(const SceneNode& root);

// Whether a key says how a step is computed, not what happens: those are shared, and no case may have its own.
bool is_solver_key(std::string_view table, std::string_view key);

Result<Scene> scene_of_run(const Case& owner, const SharedSettings& settings, CaseConstants& constants);

// What `over` has, and what of `under` it has not; tables are merged, all else is one or the other.
SceneNode merged(const SceneNode& under, const SceneNode& over);

}  // namespace spindrift
