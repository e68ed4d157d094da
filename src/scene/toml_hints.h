// What most likely went wrong where a scene is not even TOML: text that other formats, programs and people write.
#pragma once

#include <string>
#include <string_view>

namespace spindrift {

// What to write in place of a line that the parser refuses with this complaint, in one sentence; empty if nothing comes
// to mind.
std::string toml_hint(std::string_view line, std::string_view complaint);

}  // namespace spindrift
