// An interactive simulation. Viewers see and change it by the messages of docs/live.md, which a browser's worker or a
// socket carries. It has no clock and no thread: its user passes the time, and makes all calls from one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"
#include "spindrift/scene_file.h"

namespace spindrift {

struct LiveMessage {
  bool is_binary = false;  // a frame; else JSON
  std::string bytes;
};

struct LiveOptions {
  int threads = 0;            // 0 = every core
  std::string where = "tab";  // sent in `hello`
  MeshSource meshes;          // for scenes that name some
  // The text of a scene by its name, for `open` without a text; empty: no scenes have names.
  std::function<Result<std::string>(const std::string& name)> scene_text;
  TableSource tables{};  // for scenes that name some
  // Called when another scene replaces a changed one, which `undo` returns to.
  std::function<void(const std::string& name)> replaced{};
};

class LiveSession {
 public:
  static Result<LiveSession> create(LiveOptions options = {});
  LiveSession(LiveSession&&) noexcept;
  LiveSession& operator=(LiveSession&&) noexcept;
  ~LiveSession();

  // Starts a scene, as the message `open` does.
  Status open(const Scene& scene, const std::string& name);

  // Viewers join and leave; the simulation does not depend on them. Numbers are not reused.
  int join();
  void leave(int viewer);

  // Handles a message of a viewer. Never fails: errors are answered.
  void receive(int viewer, std::string_view message);
  // The next message for a viewer.
  std::optional<LiveMessage> take(int viewer);

  // Simulates a playing scene up to the time it should have reached at `now` (s, from any origin, never decreasing),
  // for at most about `budget` seconds; sub-steps are completed. Returns the seconds until the next call is needed: 0 =
  // at once, infinity = not before a message arrives.
  double advance(double now, double budget);

  bool has_scene() const;
  Result<Checkpoint> save() const;  // of the current state
  Result<Scene> recording() const;  // the scene as it was opened, with all later edits; see Scene::commands

  class Model;

 private:
  explicit LiveSession(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
