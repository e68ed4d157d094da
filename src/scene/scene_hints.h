// What to write in place of a value or a key that a scene has wrong, for the ends of messages.
#pragma once

#include <string>
#include <string_view>

#include "scene/scene_key.h"
#include "scene/scene_node.h"

namespace spindrift {

// `; write true, without quotes`; empty if nothing comes to mind.
std::string hint_for_truth(const SceneNode& found);
std::string hint_for_number(const SceneKey& key, const SceneNode& found);
std::string hint_for_list(const SceneNode& found);

// Where else in a scene there is a key of this name: `; it belongs into [time]`.
std::string hint_for_home(std::string_view key);

}  // namespace spindrift
