// A scene to look at and to touch in a browser, while it runs here: the page, and a socket that carries the messages of
// docs/live.md between it and a LiveSession. The same for the frames of a finished run.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

bool has_view();  // whether this library was built with Boost.Beast; if not, what follows is an error that says so

// Whoever wants to know where the page is, or to end the view, implements this.
class ViewWatcher {
 public:
  virtual ~ViewWatcher() = default;
  virtual bool should_stop() { return false; }               // asked some times a second
  virtual void listening(const std::string& /*address*/) {}  // http://127.0.0.1:8421/
  virtual void warning(const std::string& /*message*/) {}
};

struct ViewOptions {
  std::string address = "127.0.0.1";  // whose visitors are let in; 0.0.0.0 or ::, everybody
  int port = -1;                      // 0: a free one; -1: 8421, or the next that is free
  std::string token;                  // what a visitor's address must have; empty: one is made up if not loopback
  int threads = 0;                    // 0: every core
  std::string page;                   // folder of the page; empty: the environment's SPINDRIFT_WEB, else the program's
  // For what is left at the end, or the next free one with _2 ...; empty: out/<name of the scene's file>_view.
  std::string folder;
};

struct ViewOutcome {
  std::string folder;  // with a checkpoint and what was done to the scene, for `resume`; empty: nothing was left
  int frame = 0;       // of the checkpoint
  int go_on = 0;       // a number of frames that goes beyond it: the scene's own, or ten seconds more
};

// Until the watcher says stop.
Result<ViewOutcome> view_scene(const Scene& scene, const ViewOptions& options, ViewWatcher& watcher);
Result<ViewOutcome> view_run(const std::string& folder, const ViewOptions& options, ViewWatcher& watcher);

}  // namespace spindrift
