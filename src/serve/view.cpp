// `spindrift view`: the server and its address, for a running scene and for a finished run; what is kept at the end.
#include "spindrift/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "run/leave_run.h"
#include "run/run_folder.h"
#include "run/scene_library.h"
#include "run/scene_meshes.h"
#include "serve/run_player.h"
#include "serve/server.h"
#include "serve/site.h"
#include "spindrift/files.h"
#include "spindrift/live.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

struct OpenView {
  Server server;
  std::string address;  // of the page, with the token if there is one
};

// The host that a browser on another machine needs.
std::string host_for_browsers(const std::string& address) {
  if (address != "0.0.0.0" && address != "::") return host_in_address(address);
  const std::string name = machine_name();
  return name.empty() ? "localhost" : name;
}

// Listens, and warns of what the user may not expect. Requests wait until serve().
Result<OpenView> open_view(const ViewOptions& options, ViewWatcher& watcher) {
  constexpr int kUsualPort = 8421, kMorePorts = 100;
  std::string token = options.token;
  if (token.empty() && !is_loopback(options.address)) token = make_token();
  if (!token.empty())
    if (Status sound = check_token(token); !sound) return sound.error();
  const Result<PageFolder> page = PageFolder::find(options.page);
  if (!page) return page.error();
  const bool is_any = options.port < 0;
  Result<Server> server = Server::start({.address = options.address,
                                         .port = is_any ? kUsualPort : options.port,
                                         .more_ports = is_any ? kMorePorts : 0,
                                         .token = token},
                                        *page);
  if (!server) return server.error();
  if (!page->is_built())
    watcher.warning("the page is not built; its address shows how to build it. The simulation runs without it");
  if (!is_loopback(options.address))
    watcher.warning(
        "other machines can reach this view. Whoever has its whole address can see and change the scene, and the "
        "connection is not encrypted");
  const std::string address = fmt::format("http://{}:{}/{}", host_for_browsers(options.address), server->port(),
                                          token.empty() ? "" : "?token=" + token);
  return OpenView{std::move(*server), address};
}

template <class Session>
void serve(Session& session, OpenView& view, ViewWatcher& watcher) {
  watcher.listening(view.address);
  carry_messages(session, view.server, [&] { return watcher.should_stop(); });
}

// A shipped scene by its name. A path is refused: viewers may not read other files of this machine.
Result<std::string> shipped_scene_text(const std::string& name) {
  const bool is_a_name = name.find_first_of("/\\.") == std::string::npos && name.find('\0') == std::string::npos;
  for (const std::string& folder : scene_folders())
    if (const auto file = is_a_name ? file_inside(folder, name + ".toml") : std::nullopt) return read_file_bytes(*file);
  return Error{.message = fmt::format("the program has no scene named '{}'", name)};
}

// Folders of the scene that was opened here and of the shipped scenes.
std::vector<std::string> source_folders(const Scene& scene) {
  std::vector<std::string> folders = scene_folders();
  if (!scene.file.empty()) folders.insert(folders.begin(), fs::absolute(scene.file).parent_path().string());
  return folders;
}

// Reads meshes or tables in or below these folders, and no other file.
template <class Content>
auto read_below(std::vector<std::string> folders, Result<std::shared_ptr<const Content>> (*read)(const std::string&),
                const char* kind) {
  return [=](const std::string& path) -> Result<std::shared_ptr<const Content>> {
    for (const std::string& folder : folders)
      if (const auto file = file_inside(folder, path)) return read(*file);
    return Error{.message = fmt::format("there is no {} file '{}' in the scene's folder or below it", kind, path)};
  };
}

LiveOptions live_options(const Scene& scene, int threads, ViewWatcher& watcher) {
  return {.threads = threads,
          .where = "program",
          .meshes = read_below<Mesh>(source_folders(scene), read_mesh, "mesh"),
          .scene_text = shipped_scene_text,
          .tables = read_below<NumberTable>(source_folders(scene), read_table, "table"),
          .replaced = [&watcher](const std::string& name) {
            watcher.warning(
                fmt::format("a page has opened another scene; changes made to {} are lost unless undo "
                            "returns to it",
                            name));
          }};
}

// A scene that a page has opened has no file. Sets one beside which its meshes are found.
void set_file(Scene& recording, const Scene& scene) {
  if (recording.file == scene.file) return;
  constexpr std::size_t kLongest = 64;
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  std::string name = fs::path(recording.file).stem().string();
  if (name.empty() || name.size() > kLongest || !std::all_of(name.begin(), name.end(), is_plain)) name = "scene";
  for (const std::string& folder : source_folders(scene)) {
    recording.file = folder + "/" + name + ".toml";
    if (has_meshes_beside(recording)) return;
  }
}

std::string usual_folder(const Scene& scene) { return default_folder(scene.file) + "_view"; }

// Where the state cannot be kept, for example because a file that the scene names has changed, keeps the recording.
Error keep_recording(Error error, const std::string& folder, const Scene& recording) {
  const fs::path given(folder);
  const std::string stem = (given.has_filename() ? given : given.parent_path()).string();  // `out/`
  std::string file = stem + ".toml";
  for (int number = 2; fs::exists(fs::symlink_status(file)); ++number) file = fmt::format("{}_{}.toml", stem, number);
  const auto text = scene_to_toml(with_whole_paths(recording));
  if (!text) return error;
  std::error_code ignored;  // the write reports it
  if (fs::path(file).has_parent_path()) fs::create_directories(fs::path(file).parent_path(), ignored);
  if (!write_file(file, *text)) return error;
  error.message += fmt::format("; the recording is in {}; restore the files that it names, then run it", file);
  return error;
}

Result<ViewOutcome> leave(const LiveSession& session, const Scene& scene, const ViewOptions& options,
                          ViewWatcher& watcher) {
  if (!session.has_scene()) return ViewOutcome{};
  Result<Scene> recording = session.recording();
  if (!recording) return recording.error();
  set_file(*recording, scene);
  Result<Checkpoint> state = session.save();
  if (!state) return state.error();
  const std::string wanted = options.folder.empty() ? usual_folder(*recording) : options.folder;
  const Result<LeftRun> left = leave_run(wanted, *recording, std::move(*state));
  if (!left) return keep_recording(left.error(), wanted, *recording);
  if (!options.folder.empty() && left->folder != wanted)
    watcher.warning(
        fmt::format("the folder {} is in use by now; the results of this view are in {}", wanted, left->folder));
  return ViewOutcome{left->folder, left->frame, left->go_on};
}

// Before anything is done that would have to be kept. A scene can be viewed where nothing can be written.
Status check_folder(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher) {
  if (options.folder.empty()) {
    const std::string folder = unused_folder(usual_folder(scene));
    if (const Status writable = RunFolder::check(folder); !writable)
      watcher.warning(writable.error().message + "; nothing of this view can be kept; name another folder with --out");
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
  if (Status possible = check_folder(scene, options, watcher); !possible) return possible.error();
  Result<OpenView> open = open_view(options, watcher);
  if (!open) return open.error();
  Result<LiveSession> session = LiveSession::create(live_options(scene, options.threads, watcher));
  if (!session) return session.error();
  if (Status opened = session->open(scene, fs::path(scene.file).stem().string()); !opened) return opened.error();
  serve(*session, *open, watcher);
  return leave(*session, scene, options, watcher);
}

}  // namespace

bool has_view() {
#ifdef SPINDRIFT_HAS_BEAST
  return true;
#else
  return false;
#endif
}

Result<ViewOutcome> view_scene(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher) {
  return no_throw("viewing a scene", [&] { return view(scene, options, watcher); });
}

Result<ViewOutcome> view_run(const std::string& folder, const ViewOptions& options, ViewWatcher& watcher) {
  return no_throw("viewing a run", [&]() -> Result<ViewOutcome> {
    Result<RunPlayer> player = RunPlayer::open(folder, options.threads);
    if (!player) return player.error();
    Result<OpenView> open = open_view(options, watcher);
    if (!open) return open.error();
    serve(*player, *open, watcher);
    return ViewOutcome{};
  });
}

}  // namespace spindrift
