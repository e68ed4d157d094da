#include "cli/console.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "cli/commands.h"

namespace spindrift {
namespace {

bool has_reader_gone = false;

// Does not throw: a line that cannot be printed must not end a run.
void print_error(const std::string& line) { std::fwrite(line.data(), 1, line.size(), stderr); }

}  // namespace

void open_standard_files() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", O_RDWR);  // gets the lowest free descriptor
}

void say(const std::string& line) { print(line + "\n"); }

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) has_reader_gone = true;
}

bool is_reader_gone() { return has_reader_gone; }

void warn(const std::string& message) { print_error("warning: " + message + "\n"); }

int fail(const Error& error) {
  print_error(to_string(error) + "\n");
  return error.code == ErrorCode::kBadInput ? kBadInputExit : kRunFailedExit;
}

bool is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

int terminal_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace spindrift
