// The frames of a finished run, spoken of in the messages of a session (docs/live.md): what there is to look at is read
// from the run's files, and nothing can be changed. Each viewer is at a frame of its own.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json.h"
#include "live/look.h"
#include "run/run_folder.h"
#include "spindrift/live.h"
#include "spindrift/scene.h"

namespace spindrift {

class RunPlayer {
 public:
  static Result<RunPlayer> open(const std::string& folder, int threads);

  // As those of a LiveSession.
  int join();
  void leave(int viewer) { viewers_.erase(viewer); }
  void receive(int viewer, std::string_view message);
  std::optional<LiveMessage> take(int viewer);
  double advance(double now, double budget);

 private:
  struct RunViewer {
    Look look;
    std::deque<std::string> waiting{};
    bool wants_frame = false, has_new_look = false;
    double place = 0.0;  // which frame; in between two while it plays
    int shown = -1;
    bool is_playing = false;
    double speed = 1.0;
  };
  RunPlayer(RunFolder folder, Scene scene, std::set<int> frames, int threads);

  Status obey(RunViewer& viewer, const JsonValue& message);
  void seek(RunViewer& viewer, double place);
  void tell_state(RunViewer& viewer);
  int frame_at(double place) const;                 // the last that is there up to it
  int frames_on(double place, double count) const;  // so many of those that are there after it, or before
  Result<std::string> paint(int frame, const Look& look);

  RunFolder folder_;
  Scene scene_;
  std::set<int> frames_;
  std::map<int, std::string> stats_;  // lines of stats.jsonl by frame
  std::string hello_, opened_, scene_text_;
  std::map<int, RunViewer> viewers_;
  int last_viewer_ = 0;
  std::optional<double> now_;  // when it was last advanced
  LookPainter painter_;
};

}  // namespace spindrift
