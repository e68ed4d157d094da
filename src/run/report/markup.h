// Text inside of HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace spindrift {

std::string escaped_markup(std::string_view text);

}  // namespace spindrift
