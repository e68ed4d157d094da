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
#include "live/messages.h"
#include "spindrift/live.h"
#include "spindrift/observer.h"
#include "spindrift/simulation.h"

namespace spindrift {

// Keeps simulated time in step with real time: how far a playing scene should have come, and how well it does.
class Pace {
 public:
  // A second of real time is `speed` seconds of the scene; 0: as fast as it goes.
  void set_speed(double speed) { speed_ = speed; }
  double speed() const { return speed_; }

  // Real time passes again from now on, for a scene that has reached `time`.
  void restart(double now, double time);
  // Moves the target on. A scene that is far behind does not catch up but continues from where it is.
  void follow(double now, double time);
  double target() const { return target_; }  // the time to simulate up to; infinite with speed 0

  // Simulated seconds per second, measured over about the last second.
  double reached() const { return reached_; }
  bool keeps_up() const { return speed_ == 0.0 || reached_ > 0.95 * speed_; }

 private:
  double speed_ = 1.0, target_ = 0.0, last_ = 0.0;
  double window_start_ = 0.0, window_time_ = 0.0;  // of the measurement under way
  double reached_ = 1.0;
};

// The time that each row of the step takes, as a mean over the last steps.
class StageMeans : public Observer {
 public:
  void stage_end(std::string_view stage, double seconds) override {
    for (Row& row : rows_)
      if (row.name == stage) {
        row.seconds += kNewest * (seconds - row.seconds);
        return;
      }
    rows_.push_back({std::string(stage), seconds});
  }
  void clear() { rows_.clear(); }

  std::string text() const {  // a JSON object: seconds by row
    JsonObject out;
    for (const Row& row : rows_) out.add(row.name, row.seconds);
    return out.text();
  }
  double total() const {
    double sum = 0.0;
    for (const Row& row : rows_) sum += row.seconds;
    return sum;
  }

 private:
  static constexpr double kNewest = 0.1;  // weight of the newest step
  struct Row {
    std::string name;
    double seconds;
  };
  std::vector<Row> rows_;
};

class LiveSession::Model {
 public:
  explicit Model(LiveOptions options);

  int join();
  void leave(int viewer);
  void receive(int viewer, std::string_view text);
  std::optional<LiveMessage> take(int viewer);
  double advance(double now, double budget);

  Status start(const Scene& scene, const std::string& name, const std::string& text, const Edits& edits = {});
  bool has_scene() const { return simulation_.has_value(); }
  bool has_steps_to_go() const { return steps_to_go_ > 0 || simulation_->frame() < frame_to_reach_; }
  const Simulation& simulation() const { return *simulation_; }

 private:
  // A scene as it was opened, under its name.
  struct Opened {
    Scene scene;
    std::string name, text;
    Edits edits;  // made to the text

    Result<std::string> message(std::int64_t particles) const {
      return opened_message(scene, name, text, edits, particles);
    }
  };
  // The state before a gesture of the hand or another scene, for `undo`.
  struct Before {
    std::shared_ptr<const Opened> opened;
    Edits settings;
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

  Result<Scene> scene_with_settings() const;
  Status jump_to(Result<Simulation> simulation, std::size_t undoable);  // keeps so many gestures to undo
  Status start_flow(const JsonValue& message, void (Hand::*flow)(const HandAction&));
  Result<Vec3d> read_vector(const JsonValue& message, const char* key) const;
  Result<HandAction> read_action(const JsonValue& message) const;
  Result<std::size_t> read_solid(const JsonValue& message) const;

  Status change(const std::vector<std::string>& edits, bool reports_keys);
  Status move_hand();               // applies the edits of the hand
  Status begin_gesture();           // keeps the state for `undo`
  Result<bool> is_touched() const;  // whether a viewer has changed the scene
  bool advance_substep();           // false when it failed
  void adapt_steps();               // longer steps where the pace cannot be kept, shorter ones where it can again
  std::string edited_since_opened() const;
  void start_over();  // after another simulation has taken the place
  void send(int viewer, std::string text);
  void broadcast(const std::string& text);
  void report_state();
  void report_stats();

  LiveOptions options_;
  std::map<int, Viewer> viewers_;
  int last_viewer_ = 0;

  std::optional<Simulation> simulation_;
  std::shared_ptr<const Opened> opened_;
  Edits settings_;                       // edits of viewers since then, without the hand's; `reset` keeps them
  std::vector<KeyValue> reported_keys_;  // as viewers know them
  std::int64_t version_ = 0;             // counts all changes of the state
  std::vector<Before> before_;
  bool is_in_gesture_ = false;
  int holder_ = 0;          // the viewer who moved the hand last
  bool is_played_ = false;  // the hand made edits that viewers have not got

  Hand hand_;
  Pace pace_;
  bool is_playing_ = false, was_playing_ = false;
  std::int64_t steps_to_go_ = 0;  // of `step`
  int frame_to_reach_ = 0;        // likewise, in frames
  double asked_cfl_ = 1.0, last_adjusted_ = 0.0;
  std::string note_, reported_state_;

  StageMeans clock_;
  LookPainter painter_;
  double now_ = 0.0, last_stats_ = -1e30;
  StepReport last_step_;
};

}  // namespace spindrift
