// A picture in memory and its way to a PNG file.
#pragma once

#include <string>
#include <vector>

#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

// Display values (sRGB), 0..1.
struct Rgb {
  float red = 0.0f, green = 0.0f, blue = 0.0f;
};

inline Rgb mix_colors(const Rgb& a, const Rgb& b, float share_of_b) {
  return {a.red + share_of_b * (b.red - a.red), a.green + share_of_b * (b.green - a.green),
          a.blue + share_of_b * (b.blue - a.blue)};
}

struct Image {
  int width = 0, height = 0;
  std::vector<Rgb> pixels;  // rows from the top

  Image(int w, int h, const Rgb& background)
      : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), background) {}
  Rgb& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

std::string png_bytes(const Image& image);  // a whole PNG file; empty if there is no memory for it
Result<FileSum> write_png(const std::string& path, const Image& image);

}  // namespace spindrift
