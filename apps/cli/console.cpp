#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "cli/commands.h"

namespace spindrift {

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void warn(const std::string& message) { fmt::print(stderr, "warning: {}\n", message); }

int fail(const Error& error) {
  fmt::print(stderr, "{}\n", to_string(error));
  return error.code == ErrorCode::kBadInput ? kBadInputExit : kRunFailedExit;
}

bool is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

int terminal_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace spindrift
