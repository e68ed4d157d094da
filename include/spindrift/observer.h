// Whoever wants to watch a run implements this; the solver knows nothing of who watches. Calls come one at a time. An
// exception thrown in one does not leave the library: it ends the watched call with an Error that says what it said.
#pragma once

#include <string_view>

#include "spindrift/report.h"

namespace spindrift {

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void stage_begin(std::string_view /*stage*/) {}
  virtual void stage_end(std::string_view /*stage*/, double /*wall_seconds*/) {}
  virtual void step_end(const StepReport& /*report*/) {}
  virtual bool should_stop() { return false; }  // asked between sub-steps
};

}  // namespace spindrift
