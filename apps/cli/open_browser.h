// The user's browser.
#pragma once

#include <string>

namespace spindrift {

// Opens an address there, if there is a screen and a tool that knows the browser. Does not wait for it.
void open_browser(const std::string& address);

}  // namespace spindrift
