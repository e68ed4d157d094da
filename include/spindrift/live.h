// A simulation to look at and to touch while it runs. It speaks the messages of docs/live.md, whoever carries them: a
// worker of a browser's, or a socket. It has no clock and no threads of its own: who carries the messages says what
// time it is, and all calls come from one thread.
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
  std::string where = "tab";  // what `hello` says
  MeshSource meshes;          // for scenes that name some
  // The text of a scene by its name, for `open` without a text; empty: there are none.
  std::function<Result<std::string>(const std::string& name)> scene_text;
  TableSource tables{};  // for scenes that name some
  // Told when another scene takes the place of one to which something was done, which `undo` leads back to.
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

  // A viewer comes and goes; the simulation does not depend on them. Numbers are not used again.
  int join();
  void leave(int viewer);

  // A message of a viewer's. Never fails: what is wrong with it is answered.
  void receive(int viewer, std::string_view message);
  // What waits for a viewer, one after the other.
  std::optional<LiveMessage> take(int viewer);

  // Simulates up to where a playing scene should be at `now` (s, from any origin, never going back), for about `budget`
  // seconds of time at most; a sub-step is never broken off. Returns after how many seconds it has something to do
  // again: 0 = at once, infinity = not before a message comes.
  double advance(double now, double budget);

  bool has_scene() const;
  Result<Checkpoint> save() const;  // of the state as it is
  Result<Scene> recording() const;  // the scene as it was opened, with all that was done to it; see Scene::commands

  class Model;

 private:
  explicit LiveSession(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
