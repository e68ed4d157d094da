#include "run/info/file_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "base/json.h"
#include "base/no_throw.h"
#include "formats/files/files.h"
#include "formats/files/manifest.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "scene/scene_text.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

Result<FileInfo> png_info(std::string_view bytes, const std::string& file) {
  constexpr std::string_view kEnd("IEND\xae\x42\x60\x82", 8);
  if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR" || !bytes.ends_with(kEnd))
    return refuse(file, "this picture is cut off or damaged");
  FileInfo info{"picture, PNG", {}};
  info.add("size", fmt::format("{} x {} pixels", big_endian(bytes.substr(16)), big_endian(bytes.substr(20))));
  return info;
}

namespace {

constexpr std::string_view kVdbMagic = " BDV";

// The number in frame_0012.
void add_frame_of_name(FileInfo& info, const std::string& path) {
  const std::string name = std::filesystem::path(path).stem().string();
  if (!name.starts_with("frame_")) return;
  const std::string digits = name.substr(6);
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.empty() ? 0 : digits.size() - 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return;
  const auto is_frame = [](const auto& row) { return row.first == "frame"; };
  if (std::none_of(info.rows.begin(), info.rows.end(), is_frame))
    info.rows.insert(info.rows.begin(), {"frame", digits.substr(first)});
}

Result<FileInfo> scene_info(std::string_view bytes, const std::string& file) {
  const Result<Scene> scene = parse_scene(bytes, file);
  if (!scene) return scene.error();
  FileInfo info{"scene, TOML", {}};
  info.add("title", scene->title);
  info.add("dimension", fmt::format("{}", scene->dimension()));
  info.add("frames", fmt::format("{}", scene->time.frames));
  return info;
}

FileInfo sized_info(const char* kind, std::string_view bytes) {
  FileInfo info{kind, {}};
  info.add("size", fmt::format("{} bytes", bytes.size()));
  return info;
}

Result<FileInfo> report_info(std::string_view bytes, const std::string& file) {
  if (!bytes.ends_with("</html>\n")) return refuse(file, "the file is truncated");
  return sized_info("report of a run, HTML", bytes);
}

Result<FileInfo> manifest_info(std::string_view bytes, const std::string& file) {
  const auto files = parse_manifest(bytes, file);
  if (!files) return files.error();
  if (!bytes.ends_with('\n')) return refuse(file, "the last line is cut off");
  FileInfo info{"checksums of a run's files", {}};
  std::uint64_t sum = 0;
  for (const auto& [path, written] : *files) sum += written ? written->bytes : 0;
  info.add("files", fmt::format("{}", files->size()));
  info.add("written", fmt::format("{} bytes", sum));
  return info;
}

// The numbers of a raw volume say nothing by themselves: their header beside them does.
Result<FileInfo> info_of_numbers(const std::string& path) {
  const std::filesystem::path header = std::filesystem::path(path).replace_extension(".json");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(header, ignored))
    return refuse(path, fmt::format("the numbers of a raw volume, but their header, {}, is not beside them",
                                    header.filename().string()));
  const auto volume = read_raw_volume(header.string());
  if (!volume) return volume.error();
  if (volume->data != std::filesystem::path(path).filename())
    return refuse(path, fmt::format("the header beside this file belongs to {}", volume->data));
  return raw_volume_info(*volume);
}

Result<FileInfo> info_of_bytes(std::string_view bytes, const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  if (bytes.empty()) return refuse(path, "the file is empty");
  if (ending == ".raw") return info_of_numbers(path);  // which may begin like anything
  if (std::filesystem::path(path).filename() == kManifestName) return manifest_info(bytes, path);
  if (bytes.starts_with("ply")) return ply_info(bytes, path);
  if (bytes.starts_with("spindrift checkpoint")) return checkpoint_info(bytes, path);
  if (bytes.starts_with("<?xml") || bytes.starts_with("<VTKFile")) return vtk_info(bytes, path);
  if (bytes.starts_with(kPngMagic)) return png_info(bytes, path);
  if (bytes.starts_with("{")) return json_info(bytes, path);
  if (bytes.size() > 12 && bytes.substr(4, 4) == "ftyp") return sized_info("movie, MP4", bytes);
  if (bytes.starts_with("<!doctype html>") && bytes.find("A run of Spindrift") != std::string_view::npos)
    return report_info(bytes, path);
  if (ending == ".csv" && bytes.starts_with("time s")) return probes_info(bytes, path);
  if (bytes.starts_with(kRunSceneStart)) return scene_info(bytes, path);
  if (ending == ".obj" || ending == ".stl") return mesh_info(bytes, path);
  return refuse(path, "this is no file that Spindrift writes");
}

}  // namespace

Result<FileInfo> file_info(const std::string& path) {
  return no_throw("reading a file", [&]() -> Result<FileInfo> {
    const auto bytes = read_file_bytes(path);
    if (!bytes) return bytes.error();
    if (Status whole = check_listed(path); !whole) return whole.error();
    const bool is_vdb = std::string_view(*bytes).starts_with(kVdbMagic);
    auto info = is_vdb ? vdb_info(path) : info_of_bytes(*bytes, path);
    if (info) add_frame_of_name(*info, path);
    return info;
  });
}

}  // namespace spindrift
