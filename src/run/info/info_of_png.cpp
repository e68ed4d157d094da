// What is in a picture: its size, and whether all its chunks are sound.
#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "formats/files/refuse.h"
#include "run/info/file_info.h"

namespace spindrift {
namespace {

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// The cyclic redundancy check of PNG's chunks (ISO 3309).
std::uint32_t crc32(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      entries[i] = i;
      for (int bit = 0; bit < 8; ++bit) entries[i] = entries[i] >> 1 ^ (entries[i] & 1 ? 0xedb88320u : 0u);
    }
    return entries;
  }();
  std::uint32_t crc = ~0u;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 255] ^ crc >> 8;
  return ~crc;
}

}  // namespace

Result<FileInfo> png_info(std::string_view bytes, const std::string& file) {
  FileInfo info{"picture, PNG", {}};
  if (!bytes.starts_with(kPngMagic)) return refuse(file, "this is not a picture in PNG");
  std::size_t at = kPngMagic.size();
  for (bool is_first = true;; is_first = false) {
    if (bytes.size() - at < 12) return refuse(file, "this picture is cut off");
    const std::uint32_t length = big_endian(bytes.substr(at));
    if (length > bytes.size() - at - 12) return refuse(file, "this picture is cut off");
    const std::string_view chunk = bytes.substr(at + 4, 4 + length);
    if (crc32(chunk) != big_endian(bytes.substr(at + 8 + length))) return refuse(file, "this picture is damaged");
    at += 12 + length;
    if (is_first) {
      if (!chunk.starts_with("IHDR") || length != 13) return refuse(file, "this picture is damaged");
      info.add("size", fmt::format("{} x {} pixels", big_endian(chunk.substr(4)), big_endian(chunk.substr(8))));
    }
    if (chunk.starts_with("IEND")) break;
  }
  if (at != bytes.size()) return refuse(file, "something follows the end of this picture");
  return info;
}

}  // namespace spindrift
