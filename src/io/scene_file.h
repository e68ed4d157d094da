// Scene files: TOML text in, Scene or a clear error out. Nothing is thrown, nothing is printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// Overrides are of the form `table.key=value`; the value is TOML, or a bare word taken as text. They win over the file,
// and the later over the earlier. Errors point to `file:line:column`, or to `--set`.
Result<Scene> read_scene(const std::string& path, const std::vector<std::string>& overrides = {});
Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides = {});

}  // namespace spindrift
