#include "run/scene_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/no_throw.h"
#include "formats/files/files.h"
#include "spindrift/scene_file.h"
#include "spindrift/text.h"

namespace spindrift {

std::vector<std::string> installed_folders(const std::string& from_program, const std::string& from_library) {
  namespace fs = std::filesystem;
  std::vector<fs::path> candidates;
  std::error_code error;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error)
    candidates.push_back(program.parent_path() / from_program);
  Dl_info library{};
  if (!from_library.empty() && ::dladdr(reinterpret_cast<const void*>(&installed_folders), &library) != 0 &&
      library.dli_fname)
    candidates.push_back(fs::path(library.dli_fname).parent_path() / from_library);
  std::vector<std::string> folders;
  for (const fs::path& candidate : candidates) {
    const fs::path folder = fs::canonical(candidate, error);
    if (!error && fs::is_directory(folder, error)) folders.push_back(folder.string());
  }
  return folders;
}

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".toml";

std::vector<fs::path> scene_files(const std::string& folder) {
  std::vector<fs::path> files;
  for (const std::string& name : names_in(folder))
    if (fs::path(name).extension() == kEnding) files.push_back(fs::path(folder) / name);
  return files;
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const std::string& folder : scene_folders()) {
    for (const fs::path& file : scene_files(folder)) names.push_back(file.stem().string());
  }
  return names;
}

// What the environment asks for; empty if it does not.
std::string chosen_folder() {
  const char* chosen = std::getenv("SPINDRIFT_SCENES");
  return chosen ? chosen : "";
}

// Fails if it asks for a folder that is not there.
Status check_chosen_folder() {
  std::error_code error;
  const std::string chosen = chosen_folder();
  if (chosen.empty() || fs::is_directory(chosen, error)) return Done{};
  return Error{.message =
                   fmt::format("cannot look for scenes: SPINDRIFT_SCENES names '{}', which is no folder", chosen)};
}

bool is_bare(const std::string& name) {
  return fs::path(name).filename() == name && fs::path(name).extension() != kEnding;
}

}  // namespace

std::vector<std::string> scene_folders() {
  std::vector<std::string> folders;
  std::error_code error;
  if (const std::string chosen = chosen_folder(); fs::is_directory(chosen, error)) folders.push_back(chosen);
  for (std::string& folder : installed_folders(SPINDRIFT_SCENES_FROM_PROGRAM, SPINDRIFT_SCENES_FROM_LIBRARY))
    folders.push_back(std::move(folder));
  return folders;
}

namespace {

// The scene file in the same folder whose name is nearest; empty if none is.
std::string nearest_file(const fs::path& path) {
  const fs::path folder = path.parent_path();
  std::vector<std::string> names;
  for (const fs::path& file : scene_files(folder.empty() ? "." : folder.string()))
    names.push_back(file.filename().string());
  const std::string near = nearest_word(path.filename().string(), names);
  return near.empty() ? "" : (folder / near).string();
}

Result<std::string> look_for(const std::string& name) {
  std::error_code ignored;
  const bool exists = fs::exists(name, ignored);
  if (exists && !fs::is_directory(name, ignored)) return name;
  if (is_bare(name)) {
    if (Status there = check_chosen_folder(); !there && !exists) return there.error();
    for (const std::string& folder : scene_folders()) {
      const fs::path path = fs::path(folder) / (name + kEnding);
      if (fs::exists(path, ignored)) return path.string();
    }
  }
  if (exists) return name;  // a folder: reading it says so
  std::string near = nearest_word(is_bare(name) ? name : fs::path(name).stem().string(), scene_names());
  if (near.empty()) near = nearest_file(name);
  const std::string hint = near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
  const std::string_view what = is_bare(name) ? "there is no scene and no file of this name" : "there is no such file";
  return Error{.message = fmt::format("{}{}", what, hint), .place = {.file = name}};
}

Result<std::vector<SceneSummary>> summaries() {
  if (Status there = check_chosen_folder(); !there) return there.error();
  std::vector<SceneSummary> scenes;
  for (const std::string& folder : scene_folders()) {
    for (const fs::path& file : scene_files(folder)) {
      const auto scene = read_scene(file.string());
      if (!scene && scene.error().code == ErrorCode::kRunFailed) return scene.error();
      scenes.push_back({file.stem().string(), scene ? scene->title : to_string(scene.error()), file.string()});
    }
    if (!scenes.empty()) break;
  }
  return scenes;
}

}  // namespace

Result<std::string> find_scene(const std::string& name) {
  return no_throw("looking for a scene", [&] { return look_for(name); });
}

Result<std::vector<SceneSummary>> list_scenes() { return no_throw("listing the scenes", summaries); }

}  // namespace spindrift
