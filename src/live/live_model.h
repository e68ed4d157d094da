// The inside of a LiveSession.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "live/hand.h"
#include "live/look.h"
#include "live/pace.h"
#include "live/scene_message.h"
#include "live/stage_means.h"
#include "spindrift/live.h"
#include "spindrift/simulation.h"

namespace spindrift {

class LiveSession::Model {
 public:
  explicit Model(LiveOptions options);

  int join();
  void leave(int viewer);
  void receive(int viewer, std::string_view text);
  std::optional<LiveMessage> take(int viewer);
  double advance(double now, double budget);

  Status start(const Scene& scene, const std::string& name, const std::string& text);
  bool has_scene() const { return simulation_.has_value(); }
  bool has_steps_to_go() const { return steps_to_go_ > 0 || simulation_->frame() < frame_to_reach_; }
  const Simulation& simulation() const { return *simulation_; }

 private:
  struct LiveViewer {
    Look look;
    std::deque<std::string> waiting;
    bool wants_frame = false;
    std::int64_t shown = -1;  // which version of the state it has seen
  };
  // A scene as it was opened, under its name.
  struct Opened {
    Scene scene;
    std::string name, text;

    Result<std::string> message(std::int64_t particles) const { return opened_message(scene, name, text, particles); }
  };
  // Where a gesture of the hand began, or another scene was opened, to go back to.
  struct Before {
    std::shared_ptr<const Opened> opened;
    Scene recording;
    Checkpoint checkpoint;
  };
  struct Order {
    std::string_view word;
    Status (Model::*run)(int viewer, const JsonValue& message);
    bool needs_scene;
    bool moves_hand = false;
  };
  static const Order kOrders[];

  // Messages of viewers, one function each.
  Status open_scene(int viewer, const JsonValue& message);
  Status play(int viewer, const JsonValue& message);
  Status pause(int viewer, const JsonValue& message);
  Status step(int viewer, const JsonValue& message);
  Status set_speed(int viewer, const JsonValue& message);
  Status reset(int viewer, const JsonValue& message);
  Status undo(int viewer, const JsonValue& message);
  Status edit(int viewer, const JsonValue& message);
  Status drag(int viewer, const JsonValue& message);
  Status turn(int viewer, const JsonValue& message);
  Status tilt(int viewer, const JsonValue& message);
  Status drop(int viewer, const JsonValue& message);
  Status pour(int viewer, const JsonValue& message);
  Status drain(int viewer, const JsonValue& message);
  Status push(int viewer, const JsonValue& message);
  Status wall(int viewer, const JsonValue& message);
  Status erase(int viewer, const JsonValue& message);
  Status show(int viewer, const JsonValue& message);
  Status next(int viewer, const JsonValue& message);
  Status save(int viewer, const JsonValue& message);

  Status jump_to(Result<Simulation> simulation,
                 std::size_t undoable);  // to a state from which so many gestures lead back
  Status let_flow(const JsonValue& message, void (Hand::*flow)(const Jet&));
  Result<Vec3d> read_vector(const JsonValue& message, const char* key) const;
  Result<Jet> read_jet(const JsonValue& message) const;
  Result<std::size_t> read_solid(const JsonValue& message) const;

  Status change(const std::vector<std::string>& edits, bool tells);
  Status move_hand();               // the edits that the hand's doing comes to
  Status begin_gesture();           // so that it can be undone
  Result<bool> is_touched() const;  // whether anything was done to the scene
  bool advance_substep();           // false when it failed
  void keep_time();                 // longer steps where time cannot be kept, shorter ones where it can again
  void tell_after_jump();           // to another state: of all that may have changed
  std::string edited_since_opened() const;
  void start_over();  // of a simulation that is new: nothing is known of it yet
  void send(int viewer, std::string text);
  void broadcast(const std::string& text);
  void tell_state();
  void tell_stats();
  void answer(int viewer, const Error& error, std::string_view word);

  LiveOptions options_;
  std::map<int, LiveViewer> viewers_;
  int last_viewer_ = 0;

  std::optional<Simulation> simulation_;
  std::shared_ptr<const Opened> opened_;
  std::vector<KeyValue> told_keys_;  // as viewers know them
  std::int64_t version_ = 0;         // counts all changes of the state
  std::vector<Before> before_;
  bool is_in_gesture_ = false;
  int holder_ = 0;          // who has moved the hand last
  bool is_played_ = false;  // the hand did more than viewers were told

  Hand hand_;
  Pace pace_;
  bool is_playing_ = false, was_playing_ = false;
  std::int64_t steps_to_go_ = 0;  // of `step`
  int frame_to_reach_ = 0;        // likewise, in frames
  double asked_cfl_ = 1.0, last_adjusted_ = 0.0;
  std::string note_, told_state_;

  StageMeans clock_;
  LookPainter painter_;
  double now_ = 0.0, last_stats_ = -1e30;
  StepReport last_step_;
};

}  // namespace spindrift
