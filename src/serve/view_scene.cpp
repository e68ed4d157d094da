// A scene that runs while others look at it and touch it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "formats/files/file_bytes.h"
#include "run/leave_run.h"
#include "run/run_folder.h"
#include "run/scene_library.h"
#include "run/scene_meshes.h"
#include "serve/view.h"
#include "spindrift/files.h"
#include "spindrift/live.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// A shipped scene, by its name alone: whoever looks at the page may not look at all files of the machine.
Result<std::string> shipped_scene_text(const std::string& name) {
  const bool is_a_name = name.find_first_of("/\\.") == std::string::npos && name.find('\0') == std::string::npos;
  for (const std::string& folder : scene_folders())
    if (const auto file = is_a_name ? file_inside(folder, name + ".toml") : std::nullopt) return read_file_bytes(*file);
  return Error{.message = fmt::format("there is no scene '{}' among those that come with the program", name)};
}

// Meshes below the folder of the scene that was opened and below those of the shipped ones, and no other file.
MeshSource meshes_below(std::vector<std::string> folders) {
  return [folders](const std::string& path) -> Result<std::shared_ptr<const Mesh>> {
    for (const std::string& folder : folders)
      if (const auto file = file_inside(folder, path)) return read_mesh(*file);
    return Error{.message = fmt::format("there is no mesh file '{}' in the scene's folder or below it", path)};
  };
}

// The same for tables.
TableSource tables_below(std::vector<std::string> folders) {
  return [folders](const std::string& path) -> Result<std::shared_ptr<const NumberTable>> {
    for (const std::string& folder : folders)
      if (const auto file = file_inside(folder, path)) return read_table(*file);
    return Error{.message = fmt::format("there is no table '{}' in the scene's folder or below it", path)};
  };
}

// Where scenes may have their meshes and tables: beside the one that was opened here, and beside the shipped ones.
std::vector<std::string> mesh_folders(const Scene& scene) {
  std::vector<std::string> folders = scene_folders();
  if (!scene.file.empty()) folders.insert(folders.begin(), fs::absolute(scene.file).parent_path().string());
  return folders;
}

LiveOptions live_options(const Scene& scene, int threads, ViewWatcher& watcher) {
  return {.threads = threads,
          .where = "program",
          .meshes = meshes_below(mesh_folders(scene)),
          .scene_text = shipped_scene_text,
          .tables = tables_below(mesh_folders(scene)),
          .replaced = [&watcher](const std::string& name) {
            watcher.warning(
                fmt::format("a page has opened another scene: what was done to {} is left at the end only "
                            "if undo leads back to it",
                            name));
          }};
}

// Whether a page's name of a scene can be that of a folder, too.
bool is_plain_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), is_plain);
}

// A scene that a page has opened has no file. Gives it the name of one from which its meshes are found.
void find_file_of(Scene& recording, const Scene& scene) {
  if (recording.file == scene.file) return;
  const std::string stem = fs::path(recording.file).stem().string();
  const std::string name = is_plain_name(stem) ? stem : "scene";
  for (const std::string& folder : mesh_folders(scene)) {
    recording.file = folder + "/" + name + ".toml";
    if (has_meshes_beside(recording)) return;
  }
}

std::string usual_folder(const Scene& scene) { return default_folder(scene.file) + "_view"; }

// Where no state can be left, as when a file that the scene names has changed meanwhile, what was done shall not be
// lost.
Error keep_recording(Error error, const std::string& folder, const Scene& recording) {
  const fs::path given(folder);
  const std::string stem = (given.has_filename() ? given : given.parent_path()).string();  // `out/`
  std::string file = stem + ".toml";
  for (int number = 2; fs::exists(fs::symlink_status(file)); ++number) file = fmt::format("{}_{}.toml", stem, number);
  const auto text = scene_to_toml(with_whole_paths(recording));
  if (!text) return error;
  std::error_code ignored;  // the file will tell
  if (fs::path(file).has_parent_path()) fs::create_directories(fs::path(file).parent_path(), ignored);
  if (!write_file(file, *text)) return error;
  error.message +=
      fmt::format("; what was done is in {}, a recording, to be run when its files are as they were", file);
  return error;
}

Result<ViewOutcome> leave(const LiveSession& session, const Scene& scene, const ViewOptions& options,
                          ViewWatcher& watcher) {
  if (!session.has_scene()) return ViewOutcome{};
  Result<Scene> recording = session.recording();
  if (!recording) return recording.error();
  find_file_of(*recording, scene);
  Result<Checkpoint> state = session.save();
  if (!state) return state.error();
  const std::string wanted = options.folder.empty() ? usual_folder(*recording) : options.folder;
  const Result<LeftRun> left = leave_run(wanted, *recording, std::move(*state));
  if (!left) return keep_recording(left.error(), wanted, *recording);
  if (!options.folder.empty() && left->folder != wanted)
    watcher.warning(fmt::format("the folder {} was taken by others meanwhile; what this view leaves is in {}", wanted,
                                left->folder));
  return ViewOutcome{left->folder, left->frame, left->go_on};
}

// Looked at before anything is done that would have to be kept. Where nothing can be, a scene may still be looked at.
Status check_can_be_left(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher) {
  if (options.folder.empty()) {
    const std::string folder = unused_folder(usual_folder(scene));
    if (const Status writable = RunFolder::check(folder); !writable)
      watcher.warning(writable.error().message + "; nothing of this view can be kept; --out names another folder");
    return Done{};
  }
  if (const std::vector<std::string> files = RunFolder::files(options.folder); !files.empty())
    return Error{.message =
                     RunFolder::check_is_a_runs(options.folder)
                         ? fmt::format("the folder {} holds the results of a run; choose another one", options.folder)
                         : fmt::format("the folder {} holds {}, which would be replaced; choose another one",
                                       options.folder, files.front())};
  return RunFolder::check(options.folder);
}

Result<ViewOutcome> view(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher) {
  if (Status possible = check_can_be_left(scene, options, watcher); !possible) return possible.error();
  Result<OpenView> open = open_view(options, watcher);
  if (!open) return open.error();
  Result<LiveSession> session = LiveSession::create(live_options(scene, options.threads, watcher));
  if (!session) return session.error();
  if (Status opened = session->open(scene, fs::path(scene.file).stem().string()); !opened) return opened.error();
  serve(*session, *open, watcher);
  return leave(*session, scene, options, watcher);
}

}  // namespace

Result<ViewOutcome> view_scene(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher) {
  return no_throw("viewing a scene", [&] { return view(scene, options, watcher); });
}

}  // namespace spindrift
