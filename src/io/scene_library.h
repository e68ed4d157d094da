// Finds scenes by path or by name, and lists the ones that come with the program.
#pragma once

#include <string>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

struct SceneSummary {
  std::string name;   // of the file, without folder and ending
  std::string title;  // as the file says
  std::string path;
};

// The folders searched for scenes, best first: the environment's SPINDRIFT_SCENES, the one the program was built with,
// then `scenes` next to the executable and one folder above it. Only those that exist.
std::vector<std::string> scene_folders();

// The path of a scene given by path or by bare name (`dam_break_2d`). A name that is not there gets the nearest one.
Result<std::string> find_scene(const std::string& name);

// Every scene in the first folder that has one, sorted by name.
std::vector<SceneSummary> list_scenes();

}  // namespace spindrift
