#pragma once

#include <string_view>

namespace spindrift {

std::string_view version();  // of the library, as in `0.1.0`

}  // namespace spindrift
