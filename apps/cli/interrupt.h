// Wishes to end a run: Ctrl-C, SIGTERM, SIGHUP (the terminal has gone), and a pipe at standard output that nobody reads
// any more. Each is passed on to the run, which asks about it between sub-steps; a second Ctrl-C or SIGTERM ends it at
// once.
#pragma once

#include "cli/console.h"
#include "spindrift/run.h"

namespace spindrift {

void watch_for_interrupts();
bool is_interrupted();
int interrupted_exit();  // the exit code that says by what: 128 and the number of the signal

// Passes the wish on to a run, and the run's warnings to the screen.
class InterruptWatcher : public RunWatcher {
 public:
  bool should_stop() override { return is_interrupted(); }
  void warning(const std::string& message) override { warn(message); }
};

}  // namespace spindrift
