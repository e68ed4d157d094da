// Shows the frames of a finished run by the messages of a session (docs/live.md). Frames are read from the run's files;
// nothing can be changed. Each viewer has its own place in the run.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json.h"
#include "live/look.h"
#include "live/messages.h"
#include "run/run_folder.h"
#include "spindrift/live.h"
#include "spindrift/scene.h"

namespace spindrift {

class RunPlayer {
 public:
  static Result<RunPlayer> open(const std::string& folder, int threads);

  // As of a LiveSession.
  int join();
  void leave(int viewer) { viewers_.erase(viewer); }
  void receive(int viewer, std::string_view message);
  std::optional<LiveMessage> take(int viewer);
  double advance(double now, double budget);

 private:
  struct RunViewer : Viewer {
    double place = 0.0;  // frame; between two frames while playing
    bool is_playing = false;
    double speed = 1.0;
  };
  RunPlayer(RunFolder folder, Scene scene, std::set<int> frames, int threads);

  Status handle(RunViewer& viewer, const JsonValue& message);
  void seek(RunViewer& viewer, double place);
  void report_state(RunViewer& viewer);
  int frame_at(double place) const;                   // the last frame with files up to the place
  int frame_after(double place, double count) const;  // so many frames with files after the place, or before it
  Result<std::string> paint(int frame, const Look& look);

  RunFolder folder_;
  Scene scene_;
  std::set<int> frames_;
  std::map<int, std::string> stats_;  // lines of stats.jsonl by frame
  std::string hello_, opened_, scene_text_;
  std::map<int, RunViewer> viewers_;
  int last_viewer_ = 0;
  std::optional<double> now_;  // of the last advance()
  LookPainter painter_;
};

}  // namespace spindrift
