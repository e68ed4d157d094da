// Overrides of a scene: `table.key=value`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kOverrideFile = "--set";  // what errors name in place of a file

struct Override {
  std::vector<std::string> path;  // `liquid.2.count` in its parts
  std::string value;
  bool adds = false;  // `path+=value` appends to the list at the path
};
Result<Override> split_override(std::string_view text);

}  // namespace spindrift
