// Ctrl-C and SIGTERM: once, a wish to stop that a run asks about between sub-steps; twice, the end.
#pragma once

#include "cli/console.h"
#include "spindrift/run.h"

namespace spindrift {

void watch_for_interrupts();
bool is_interrupted();

// Passes the wish on to a run, and the run's warnings to the screen.
class InterruptWatcher : public RunWatcher {
 public:
  bool should_stop() override { return is_interrupted(); }
  void warning(const std::string& message) override { warn(message); }
};

}  // namespace spindrift
