#include "io/image.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>

#include "io/atomic_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace spindrift {
namespace {

std::uint8_t to_byte(float level) {
  return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(level, 0.0f, 1.0f)));
}

void append_bytes(void* content, void* data, int size) {
  static_cast<std::string*>(content)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

std::string png_bytes(const Image& image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(3 * image.pixels.size());
  for (const Rgb& pixel : image.pixels)
    for (const float level : {pixel.red, pixel.green, pixel.blue}) bytes.push_back(to_byte(level));
  // Discs on a plain ground: without row filters the file is smaller and written in half the time.
  stbi_write_force_png_filter = 0;
  std::string png;
  if (!stbi_write_png_to_func(append_bytes, &png, image.width, image.height, 3, bytes.data(), 3 * image.width))
    png.clear();
  return png;
}

Status write_png(const std::string& path, const Image& image) {
  const std::string png = png_bytes(image);
  return png.empty() ? Status(cannot_write(path, ENOMEM)) : write_file(path, png);
}

}  // namespace spindrift
