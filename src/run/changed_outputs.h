// A run that goes on may be asked for other files and pictures than before. Those of the frames so far stay.
#pragma once

#include <string>
#include <vector>

#include "scene/scene_difference.h"

namespace spindrift {

// Whether a picture of the same frame would be another.
bool change_pictures(const std::vector<SceneDifference>& changes);

// The first that asks for other data or tables, which only frames to come can give; null if there is none.
const SceneDifference* first_of_files(const std::vector<SceneDifference>& changes);

// What to say of files of frames up to `frame`, the last in the folder; empty if nothing has changed.
std::string changed_outputs_text(const std::vector<SceneDifference>& changes, const std::string& folder, int frame);

}  // namespace spindrift
