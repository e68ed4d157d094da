// Serves the page for a running scene or a finished run: the page's files, and a socket that carries the messages of
// docs/live.md.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

bool has_view();  // whether this library was built with Boost.Beast; if not, view_scene and view_run fail

// Implement this to learn the page's address and to end the view.
class ViewWatcher {
 public:
  virtual ~ViewWatcher() = default;
  virtual bool should_stop() { return false; }               // called several times a second
  virtual void listening(const std::string& /*address*/) {}  // http://127.0.0.1:8421/
  virtual void warning(const std::string& /*message*/) {}
};

struct ViewOptions {
  std::string address = "127.0.0.1";  // to listen at; 0.0.0.0 or ::: also for other machines
  int port = -1;                      // 0: any free port; -1: 8421, or the next free one
  std::string token;                  // in the page's address; empty: random unless loopback
  int threads = 0;                    // 0: every core
  std::string page;                   // folder of the page; empty: that of SPINDRIFT_WEB, else the program's own
  // For the results, or the next free one with _2 ...; empty: out/<name of the scene's file>_view.
  std::string folder;
};

struct ViewOutcome {
  std::string folder;  // with a checkpoint and the recording, for `resume`; empty: nothing was written
  int frame = 0;       // of the checkpoint
  int go_on = 0;       // frames to ask for to continue: the scene's own, or ten seconds more
};

// Both return when the watcher says stop.
Result<ViewOutcome> view_scene(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher);
Result<ViewOutcome> view_run(const std::string& folder, const ViewOptions& options, ViewWatcher& watcher);

}  // namespace spindrift
