// Colours of a picture and its way to a PNG file.
#pragma once

#include <string>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/image.h"

namespace spindrift {

inline Rgb mix_colors(const Rgb& a, const Rgb& b, float share_of_b) {
  return {a.red + share_of_b * (b.red - a.red), a.green + share_of_b * (b.green - a.green),
          a.blue + share_of_b * (b.blue - a.blue)};
}

std::string png_bytes(const Image& image);  // a whole PNG file
Result<FileSum> write_png(const std::string& path, const Image& image);

}  // namespace spindrift
