#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "cli/commands.h"

namespace spindrift {
namespace {

volatile std::sig_atomic_t first_signal = 0;
volatile std::sig_atomic_t requests = 0;

// Only a second Ctrl-C or SIGTERM exits at once. SIGHUP comes more than once when a terminal is closed, and SIGXCPU
// every second.
void on_signal(int signal) {
  const bool is_request = signal == SIGINT || signal == SIGTERM;
  if (is_request && requests > 0) ::_exit(kSignalExit + signal);
  if (is_request) requests = 1;
  if (first_signal == 0) first_signal = signal;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{}, before{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  // Batch systems warn of a job's end by SIGUSR1 or SIGUSR2 some time before they kill it.
  for (const int signal : {SIGINT, SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2}) sigaction(signal, &action, nullptr);
  sigaction(SIGHUP, &action, &before);
  if (before.sa_handler == SIG_IGN) sigaction(SIGHUP, &before, nullptr);  // nohup
  action.sa_handler = SIG_IGN;                                            // print() finds the error
  sigaction(SIGPIPE, &action, nullptr);
}

bool is_interrupted() { return first_signal != 0 || is_reader_gone(); }

int interrupted_exit() { return first_signal != 0 ? kSignalExit + first_signal : kReaderGoneExit; }

}  // namespace spindrift
