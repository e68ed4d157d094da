#include "run/pictures/movie_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "run/info/file_info.h"
#include "run/pictures/frame_files.h"

namespace spindrift {
namespace {

// What a picture is that is not as it was drawn; empty if it is a whole PNG.
std::string fault_of_picture(const std::string& file) {
  const auto bytes = read_file_bytes(file);
  if (!bytes) return "cannot be read";
  if (bytes->empty()) return "is empty, and no PNG file";
  if (!bytes->starts_with(kPngMagic)) return "is no PNG file";
  const auto info = png_info(*bytes, file);
  return info ? "" : "is broken: " + info.error().message;
}

// `64 x 48`, by the first bytes of a PNG file, which hold its size.
std::string size_of_picture(const std::string& file) {
  std::string bytes(24, '\0');
  std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto number_at = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return fmt::format("{} x {}", number_at(16), number_at(20));
}

}  // namespace

MoviePictures check_movie_pictures(const RunFolder& folder, const std::vector<std::string>& pictures) {
  MoviePictures check;
  const auto known = read_checksums(folder.path());
  for (const std::string& picture : pictures) {
    const std::string name = folder.relative(picture);
    const bool is_listed = known && known->files.contains(name);
    if (is_listed && check_as_written(picture, known->files.at(name))) continue;
    if (const std::string fault = fault_of_picture(picture); !fault.empty()) {
      check.objection = fmt::format("{} {}; `spindrift render {} --frames {}` draws it anew", name, fault,
                                    folder.path(), frame_of(std::filesystem::path(picture).filename().string()));
      return check;
    }
    if (is_listed) check.changed.push_back(name);
  }
  const std::string usual = pictures.empty() ? "" : size_of_picture(pictures.front());
  for (const std::string& picture : pictures)
    if (const std::string size = size_of_picture(picture); size != usual) {
      check.objection = fmt::format(
          "the pictures in frames/ have different sizes now: {} has {} pixels, {} has {}; draw all frames alike for "
          "one",
          folder.relative(pictures.front()), usual, folder.relative(picture), size);
      return check;
    }
  return check;
}

int frames_between(const std::vector<std::string>& pictures) {
  int least = 0, before = -1;
  for (const std::string& picture : pictures) {
    const int frame = frame_of(std::filesystem::path(picture).filename().string());
    if (before >= 0 && (least == 0 || frame - before < least)) least = frame - before;
    before = frame;
  }
  return std::max(1, least);
}

std::string gaps_between(const std::vector<std::string>& pictures) {
  const int every = frames_between(pictures);
  std::vector<std::string> gaps;
  int before = -1;
  for (const std::string& picture : pictures) {
    const int frame = frame_of(std::filesystem::path(picture).filename().string());
    const int first = before + every, last = frame - 1;
    if (before >= 0 && first <= last)
      gaps.push_back(first == last ? std::to_string(first) : fmt::format("{}..{}", first, last));
    before = frame;
  }
  return gaps.empty()
             ? ""
             : (gaps.size() == 1 && gaps[0].find('.') == std::string::npos ? "frame " : "frames ") + names_text(gaps);
}

std::vector<std::string> missing_pictures(const RunFolder& folder) {
  const std::string inside = "frames/";
  std::vector<std::string> missing;
  const auto known = read_checksums(folder.path());
  if (!known) return missing;
  std::error_code ignored;
  for (auto line = known->files.lower_bound(inside); line != known->files.end(); ++line) {
    if (!line->first.starts_with(inside)) break;
    if (!std::filesystem::exists(folder.path() + "/" + line->first, ignored)) missing.push_back(line->first);
  }
  return missing;
}

}  // namespace spindrift
