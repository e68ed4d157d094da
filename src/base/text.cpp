#include "spindrift/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>

#include "base/no_throw.h"
#include "spindrift/version.h"

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

constexpr std::size_t kLongestWord = 64;  // no key, scene or option is longer
constexpr std::size_t kShortestPart = 4;  // letters that match a longer word

std::string lower_case(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Letters to insert, remove, replace, or swap with their neighbour (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  // Of the first i letters of a and the first j of b, row by row.
  std::vector<std::size_t> costs((a.size() + 1) * (b.size() + 1));
  const auto cost = [&](std::size_t i, std::size_t j) -> std::size_t& { return costs[i * (b.size() + 1) + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) cost(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost(i, j) = std::min({replaced, cost(i - 1, j) + 1, cost(i, j - 1) + 1});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) cost(i, j) = std::min(cost(i, j), cost(i - 2, j - 2) + 1);
    }
  }
  return cost(a.size(), b.size());
}

std::string slip_of(const std::string& word, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t smallest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, lower_case(candidate));
    if (distance >= smallest || distance >= candidate.size()) continue;
    smallest = distance;
    nearest = candidate;
  }
  return nearest;
}

// The first candidate that begins with the word, else that contains it, ignoring blanks: `dambreak` finds dam_break_2d.
std::string part_of(const std::string& word, const std::vector<std::string>& candidates) {
  const auto letters = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return text;
  };
  const std::string part = letters(word);
  if (part.size() < kShortestPart) return "";
  std::string holds_it;
  for (const std::string& candidate : candidates) {
    const std::size_t at = letters(lower_case(candidate)).find(part);
    if (at == 0) return candidate;
    if (at != std::string::npos && holds_it.empty()) holds_it = candidate;
  }
  return holds_it;
}

std::string find_nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string lower = lower_case(word), near = slip_of(lower, candidates);
  return near.empty() ? part_of(lower, candidates) : near;
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

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) noexcept {
  return text_or("", [&] { return word.size() > kLongestWord ? std::string() : find_nearest(word, candidates); });
}

std::string_view version() { return SPINDRIFT_VERSION; }

}  // namespace spindrift
