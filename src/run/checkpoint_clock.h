// When the next checkpoint is due.
#pragma once

#include "base/timer.h"
#include "spindrift/scene.h"

namespace spindrift {

class CheckpointClock {
 public:
  explicit CheckpointClock(const CheckpointSettings& settings) : settings_(settings) {}

  // After a frame. A yes starts the time anew.
  bool is_due(int frame) {
    const bool by_frames = settings_.every_frames > 0 && frame > 0 && frame % settings_.every_frames == 0;
    const bool by_time = settings_.every_minutes > 0.0 && wall_seconds() - last_ >= 60.0 * settings_.every_minutes;
    if (!by_frames && !by_time) return false;
    last_ = wall_seconds();
    return true;
  }

 private:
  CheckpointSettings settings_;
  double last_ = wall_seconds();
};

}  // namespace spindrift
