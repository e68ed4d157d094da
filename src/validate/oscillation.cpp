#include "validate/oscillation.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

// The extreme that the parabola through the points i - 1, i, i + 1 has: samples do not fall on it.
double parabola_extreme(const Series& s, std::size_t i) {
  if (i == 0 || i + 1 >= s.size()) return s.y[i];
  const double left = s.y[i - 1], middle = s.y[i], right = s.y[i + 1];
  const double bend = left - 2.0 * middle + right;
  return bend != 0.0 ? middle - (right - left) * (right - left) / (8.0 * bend) : middle;
}

struct LevelCrossing {
  double x = 0.0;
  std::size_t next = 0;  // the first point above
};

// Noise about the level would make several of one crossing: only those count that come after a swing to a quarter of
// the largest below it.
std::vector<LevelCrossing> upward_crossings(const Series& s, double level) {
  std::vector<LevelCrossing> all;
  double deepest = 0.0;
  for (const double y : s.y) deepest = std::min(deepest, y - level);
  bool is_armed = false;
  for (std::size_t i = 1; i < s.size(); ++i) {
    const double before = s.y[i - 1] - level, after = s.y[i] - level;
    if (before < 0.25 * deepest) is_armed = true;
    if (!(before < 0.0 && after >= 0.0 && is_armed)) continue;
    all.push_back({s.x[i - 1] + (s.x[i] - s.x[i - 1]) * before / (before - after), i});
    is_armed = false;
  }
  return all;
}

}  // namespace

std::vector<Period> find_periods(const Series& series, double level) {
  std::vector<Period> periods;
  const auto crossings = upward_crossings(series, level);
  for (std::size_t k = 1; k < crossings.size(); ++k) {
    const auto begin = series.y.begin() + static_cast<std::ptrdiff_t>(crossings[k - 1].next);
    const auto end = series.y.begin() + static_cast<std::ptrdiff_t>(crossings[k].next);
    const auto high = static_cast<std::size_t>(std::max_element(begin, end) - series.y.begin());
    const auto low = static_cast<std::size_t>(std::min_element(begin, end) - series.y.begin());
    periods.push_back(
        {crossings[k - 1].x, crossings[k].x, parabola_extreme(series, high) - parabola_extreme(series, low)});
  }
  return periods;
}

}  // namespace spindrift
