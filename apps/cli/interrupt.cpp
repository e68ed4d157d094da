#include "cli/interrupt.h"

#include <unistd.h>
#include <csignal>

#include "cli/commands.h"

namespace spindrift {
namespace {

volatile std::sig_atomic_t interrupt_count = 0;

void on_signal(int) {
  if (interrupt_count > 0) ::_exit(kInterruptedExit);
  interrupt_count = 1;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() { return interrupt_count > 0; }

}  // namespace spindrift
