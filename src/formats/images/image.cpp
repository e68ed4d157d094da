#include "formats/images/image.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "formats/files/atomic_file.h"

#ifdef SPINDRIFT_HAS_ZLIB
#include <zlib.h>

namespace {

// In place of stb's own, which takes five times as long. stb frees the result.
unsigned char* compress_for_stb(unsigned char* data, int bytes, int* out_bytes, int /*quality*/) {
  auto length = ::compressBound(static_cast<uLong>(bytes));
  auto* out = static_cast<unsigned char*>(std::malloc(length));
  if (out && ::compress2(out, &length, data, static_cast<uLong>(bytes), Z_BEST_SPEED) != Z_OK) {
    std::free(out);
    return nullptr;
  }
  *out_bytes = static_cast<int>(length);
  return out;
}

}  // namespace
#define STBIW_ZLIB_COMPRESS compress_for_stb
#endif

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace spindrift {
namespace {

std::uint8_t to_byte(float level) {  // what is not a number is black
  return level > 0.0f ? static_cast<std::uint8_t>(255.0f * std::min(level, 1.0f) + 0.5f) : std::uint8_t{0};
}

}  // namespace

std::string png_bytes(const Image& image) {
  static_assert(sizeof(Rgb) == 3 * sizeof(float));
  const float* levels = image.pixels.empty() ? nullptr : &image.pixels[0].red;
  std::vector<std::uint8_t> bytes(3 * image.pixels.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = to_byte(levels[i]);
#ifdef SPINDRIFT_HAS_ZLIB
  stbi_write_force_png_filter = 2;  // what differs from the row above: smallest for smoke and discs alike
#else
  stbi_write_force_png_filter = 0;  // stb's own compression is twice as fast without row filters
#endif
  int length = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> png(
      stbi_write_png_to_mem(bytes.data(), 3 * image.width, image.width, image.height, 3, &length), &std::free);
  if (!png) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(length)};
}

Result<FileSum> write_png(const std::string& path, const Image& image) { return write_file(path, png_bytes(image)); }

}  // namespace spindrift
