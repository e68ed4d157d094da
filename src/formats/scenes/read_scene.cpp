// Scene files, and the meshes and tables they name.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "base/no_throw.h"
#include "formats/meshes/mesh_readers.h"
#include "spindrift/files.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

constexpr std::size_t kLargestFile = 16 << 20;  // bytes; a scene is text written by hand

// Files that the shell opens: `... | spindrift run /dev/stdin`, `spindrift run <(...)`.
bool is_open_already(std::string_view path) {
  return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

Result<std::string> read_text(const std::string& path) {
  const auto fail = [&](std::string why) { return Error{.message = std::move(why), .place = {.file = path}}; };
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return fail("there is no such file");
  if (std::filesystem::is_directory(status)) {
    const std::string inside = (std::filesystem::path(path) / "scene.toml").string();
    const bool is_a_run = std::filesystem::exists(inside, error);
    return fail("this is a folder, not a scene file" + (is_a_run ? fmt::format("; its scene is {}", inside) : ""));
  }
  // Opening a named pipe would block until another process writes.
  if (!std::filesystem::is_regular_file(status) && !is_open_already(path))
    return fail("this is not an ordinary file; a scene may also come from /dev/stdin");
  const auto ending = std::filesystem::path(path).extension();
  if (ending == ".obj" || ending == ".stl" || ending == ".ply")
    return fail("this is a mesh, not a scene file; a scene names it in the key 'file' of shape = \"mesh\"");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("cannot open this file");
  std::string text;
  std::array<char, 1 << 14> piece;  // most scenes are one
  while (file && text.size() <= kLargestFile) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return fail("cannot read this file");
  if (text.size() > kLargestFile) return fail(fmt::format("larger than {} MB: not a scene file", kLargestFile >> 20));
  return text;
}

// Files by their paths from the scene's folder, `what` they are called in messages. One that is named twice is read
// once.
template <class Content>
auto files_beside(const std::string& scene_file, const char* what,
                  Result<std::shared_ptr<const Content>> (*read)(const std::string&)) {
  const auto folder = std::filesystem::path(scene_file).parent_path();
  auto known = std::make_shared<std::map<std::string, std::shared_ptr<const Content>>>();
  return [folder, known, what, read](const std::string& path) -> Result<std::shared_ptr<const Content>> {
    const std::string file = (folder / path).string();
    if (const auto found = known->find(file); found != known->end()) return found->second;
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
      return Error{ErrorCode::kBadInput, fmt::format("'{}' is a folder, and no {}", file, what)};
    if (!std::filesystem::is_regular_file(file, ignored))
      return Error{ErrorCode::kBadInput,
                   fmt::format("there is no {} '{}'; {}", what, file,
                               std::filesystem::path(path).is_absolute()
                                   ? "if it lies elsewhere now, --set and the name of this key say where"
                                   : "paths count from the scene's folder")};
    auto content = read(file);
    if (content) known->emplace(file, *content);
    return content;
  };
}

}  // namespace

Result<Scene> read_scene(const std::string& path, const std::vector<std::string>& overrides) {
  return no_throw("reading a scene", [&]() -> Result<Scene> {
    const auto text = read_text(path);
    if (!text) return text.error();
    const SceneFiles files{files_beside<Mesh>(path, "mesh file", read_mesh),
                           files_beside<NumberTable>(path, "table", read_table)};
    return parse_scene(*text, path, overrides, files);
  });
}

}  // namespace spindrift
