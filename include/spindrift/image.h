// A picture in memory.
#pragma once

#include <cstddef>
#include <vector>

namespace spindrift {

// Display values (sRGB), 0..1.
struct Rgb {
  float red = 0.0f, green = 0.0f, blue = 0.0f;
};

struct Image {
  int width = 0, height = 0;
  std::vector<Rgb> pixels;  // rows from the top

  Image(int w, int h, const Rgb& background)
      : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), background) {}
  Rgb& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

}  // namespace spindrift
