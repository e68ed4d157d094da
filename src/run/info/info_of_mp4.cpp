// What is in a movie: size, pictures, length; and whether all its boxes are there (ISO 14496-12).
#include <fmt/format.h>

#include <cstdint>

#include "run/info/file_info.h"

namespace spindrift {
namespace {

std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t length) {
  if (at + length > bytes.size()) return 0;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < length; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

struct MovieHeader {
  double seconds = 0.0;
  int width = 0, height = 0;
  std::uint64_t pictures = 0;
};

// Reads a row of boxes: four bytes of length, four of name, the content. False if one is cut off.
bool read_boxes(std::string_view bytes, int depth, MovieHeader& movie) {
  constexpr int kMostDepth = 8;
  while (!bytes.empty()) {
    std::uint64_t length = big_endian(bytes, 0, 4), header = 8;
    if (length == 1) length = big_endian(bytes, 8, 8), header = 16;
    if (length < header || length > bytes.size()) return false;
    const std::string_view name = bytes.substr(4, 4), content = bytes.substr(header, length - header);
    if (name == "moov" || name == "trak" || name == "mdia" || name == "minf" || name == "stbl") {
      if (depth == kMostDepth || !read_boxes(content, depth + 1, movie)) return false;
    } else if (name == "mvhd" && big_endian(content, 0, 1) == 0 && big_endian(content, 12, 4) > 0) {
      movie.seconds = static_cast<double>(big_endian(content, 16, 4)) / static_cast<double>(big_endian(content, 12, 4));
    } else if (name == "tkhd" && content.size() >= 8 && movie.width == 0) {  // 16.16 fixed point, at the end
      movie.width = static_cast<int>(big_endian(content, content.size() - 8, 2));
      movie.height = static_cast<int>(big_endian(content, content.size() - 4, 2));
    } else if (name == "stsz") {
      movie.pictures = big_endian(content, 8, 4);
    }
    bytes.remove_prefix(length);
  }
  return true;
}

}  // namespace

Result<FileInfo> movie_info(std::string_view bytes, const std::string& file) {
  MovieHeader movie;
  if (!read_boxes(bytes, 0, movie)) return Error{ErrorCode::kBadInput, "the movie is truncated or damaged", {file}};
  FileInfo info{"movie, MP4", {}};
  info.add("size", fmt::format("{} x {} pixels", movie.width, movie.height));
  info.add("pictures", fmt::format("{}", movie.pictures));
  info.add("length", fmt::format("{:.6g} s", movie.seconds));
  return info;
}

std::size_t pictures_in_movie(std::string_view bytes) {
  MovieHeader movie;
  return read_boxes(bytes, 0, movie) ? static_cast<std::size_t>(movie.pictures) : 0;
}

}  // namespace spindrift
