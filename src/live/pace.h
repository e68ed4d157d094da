// Keeps simulated time in step with real time: says how far a playing scene should have come, and how well it does.
#pragma once

namespace spindrift {

class Pace {
 public:
  // A second of real time is `speed` seconds of the scene; 0: as fast as it goes.
  void set_speed(double speed) { speed_ = speed; }
  double speed() const { return speed_; }

  // From now on time passes again for a scene that has come to `time`.
  void restart(double now, double time);
  // Real time goes on. A scene that has fallen far behind does not try to catch up: it goes on from where it is.
  void go_on(double now, double time);
  double target() const { return target_; }  // up to where the scene should be computed; endless with speed 0

  // Simulated seconds per second that were really reached, over about the last second.
  double reached() const { return reached_; }
  bool keeps_up() const { return speed_ == 0.0 || reached_ > 0.95 * speed_; }

 private:
  double speed_ = 1.0, target_ = 0.0, last_ = 0.0;
  double window_start_ = 0.0, window_time_ = 0.0;  // of the measurement under way
  double reached_ = 1.0;
};

}  // namespace spindrift
