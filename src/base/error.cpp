// How an error reads: place first, as compilers do it, so that editors can jump there.
#include "spindrift/error.h"

#include "base/no_throw.h"

namespace spindrift {

std::string to_string(const Error& error) noexcept {
  return text_or("out of memory", [&] {
    std::string text = error.place.file;
    if (error.place.line > 0) {
      text += ":" + std::to_string(error.place.line);
      if (error.place.column > 0) text += ":" + std::to_string(error.place.column);
    }
    if (!text.empty()) text += ": ";
    return text + "error: " + error.message;
  });
}

}  // namespace spindrift
