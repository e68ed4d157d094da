// Requests to end a run: Ctrl-C, SIGTERM, SIGHUP (the terminal is closed), warnings of batch systems, and a closed pipe
// at standard output. The run checks for them between sub-steps. A second Ctrl-C or SIGTERM ends the program at once.
#pragma once

#include "cli/console.h"
#include "spindrift/run.h"

namespace spindrift {

void watch_for_interrupts();
bool is_interrupted();
int interrupted_exit();  // 128 and the number of the signal

// Passes the request to a run, and prints the run's warnings.
class InterruptWatcher : public RunWatcher {
 public:
  bool should_stop() override { return is_interrupted(); }
  void warning(const std::string& message) override { warn(message); }
};

}  // namespace spindrift
