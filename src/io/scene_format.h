// The manual's page on scene files, made from the same description as the reader.
#pragma once

#include <string>

namespace spindrift {

std::string scene_format_markdown();  // docs/scene-format.md

}  // namespace spindrift
