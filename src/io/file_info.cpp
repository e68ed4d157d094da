#include "io/file_info.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "base/archive.h"
#include "io/checkpoint_file.h"
#include "io/file_bytes.h"
#include "io/json_reader.h"
#include "io/run_checkpoint.h"
#include "io/scene_file.h"
#include "io/vdb.h"

namespace spindrift {
namespace {

constexpr std::string_view kPngMagic = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kVdbMagic = " BDV";

Error refuse(const std::string& file, const std::string& why) { return {ErrorCode::kBadInput, why, {file}}; }

std::string size_text(std::size_t bytes) { return fmt::format("{} bytes", bytes); }

// The number in frame_0012.
void add_frame_of_name(FileInfo& info, const std::string& path) {
  const std::string name = std::filesystem::path(path).stem().string();
  if (!name.starts_with("frame_")) return;
  const std::string digits = name.substr(6);
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.empty() ? 0 : digits.size() - 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return;
  info.rows.insert(info.rows.begin(), {"frame", digits.substr(first)});
}

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

Result<FileInfo> movie_info(std::string_view bytes) {
  FileInfo info{"movie, MP4", {}};
  info.add("size", size_text(bytes.size()));
  return info;
}

Result<FileInfo> info_of_bytes(std::string_view bytes, const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  if (bytes.empty()) return refuse(path, "the file is empty");
  if (bytes.starts_with("ply")) return ply_info(bytes, path);
  if (bytes.starts_with("spindrift checkpoint")) return checkpoint_info(bytes, path);
  if (bytes.starts_with("<?xml") || bytes.starts_with("<VTKFile")) return vtk_info(bytes, path);
  if (bytes.starts_with(kPngMagic)) return png_info(bytes, path);
  if (bytes.starts_with("{")) return json_info(bytes, path);
  if (bytes.size() > 12 && bytes.substr(4, 4) == "ftyp") return movie_info(bytes);
  if (ending == ".obj" || ending == ".stl") return mesh_info(bytes, path);
  return refuse(path, "this is no file that Spindrift writes");
}

}  // namespace

void ValueRange::add(double value) {
  if (!std::isfinite(value)) {
    ++broken_;
    return;
  }
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
}

std::string ValueRange::text() const {
  std::string text = low_ <= high_ ? fmt::format("{:.6g} to {:.6g}", low_, high_) : "none";
  return broken_ == 0 ? text : fmt::format("{}, and {} not finite", text, broken_);
}

Result<FileInfo> checkpoint_info(std::string_view bytes, const std::string& file) {
  auto read = parse_checkpoint(bytes, file);
  if (!read) return read.error();
  FileInfo info{"checkpoint", {}};
  info.add("written by", read->program);
  const Section* positions = read->content.find("position_0");
  const Section* tiles = read->content.find("cell_begin");
  StateLoader loader(read->content);
  int frame = 0, substeps = 0;
  double time = 0.0;
  loader.value("frame", frame);
  loader.value("frame_substeps", substeps);
  loader.value("time", time);
  if (loader.error()) return refuse(file, loader.error()->message);
  info.add("frame", substeps == 0 ? fmt::format("{}", frame) : fmt::format("{} and {} sub-steps", frame, substeps));
  info.add("time", fmt::format("{:.6g} s", time));
  if (positions) info.add("particles", fmt::format("{}", positions->bytes.size() / sizeof(float)));
  if (tiles) info.add("cells of tiles", fmt::format("{}", tiles->bytes.size() / sizeof(std::uint32_t)));
  const auto run = unpack(std::move(read->content));
  if (!run) return refuse(file, run.error().message);
  if (const auto scene = parse_scene(run->scene_text, file)) info.add("scene", scene->title);
  for (const Section& section : run->state.sections)
    info.add("  " + section.name, fmt::format("{} {}", section.type, size_text(section.bytes.size())));
  return info;
}

Result<FileInfo> png_info(std::string_view bytes, const std::string& file) {
  FileInfo info{"picture, PNG", {}};
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

Result<FileInfo> file_info(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  const bool is_vdb = std::string_view(*bytes).starts_with(kVdbMagic);
  auto info = is_vdb ? vdb_info(path) : info_of_bytes(*bytes, path);
  if (info) add_frame_of_name(*info, path);
  return info;
}

}  // namespace spindrift
