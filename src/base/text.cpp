#include "spindrift/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/no_throw.h"

namespace spindrift {
namespace {

std::string grouped_digits(std::int64_t number) {
  std::string digits = fmt::format("{}", number);
  for (int i = static_cast<int>(digits.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string hours_minutes_seconds(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e12)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string in_units(double bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 5) {
    bytes /= 1000.0;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.95 && unit > 0 ? 1 : 0, units[unit]);
}

}  // namespace

std::string grouped(std::int64_t number) noexcept {
  return text_or("?", [&] { return grouped_digits(number); });
}

std::string grid_text(const Vec<int, 3>& cells, int dimension) noexcept {
  return text_or("?", [&] {
    const std::string text = fmt::format("{} x {}", cells[0], cells[1]);
    return dimension == 3 ? text + fmt::format(" x {}", cells[2]) : text;
  });
}

std::string duration_text(double seconds) noexcept {
  return text_or("?", [&] { return hours_minutes_seconds(seconds); });
}

std::string bytes_text(double bytes) noexcept {
  return text_or("?", [&] { return in_units(bytes); });
}

}  // namespace spindrift
