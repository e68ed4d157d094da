#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
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

std::string grouped(std::int64_t number) {
  std::string digits = fmt::format("{}", number);
  for (int i = static_cast<int>(digits.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string grid_text(const Vec<int, 3>& cells, int dimension) {
  std::string text = fmt::format("{} x {}", cells[0], cells[1]);
  return dimension == 3 ? text + fmt::format(" x {}", cells[2]) : text;
}

std::string duration_text(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e12)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace spindrift
