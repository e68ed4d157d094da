#include "validate/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string_view>

#include "spindrift/text.h"

namespace spindrift {

Series sorted(const Series& series) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < series.size(); ++i)
    if (std::isfinite(series.x[i]) && std::isfinite(series.y[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return series.x[a] < series.x[b]; });
  Series out;
  for (const std::size_t i : order) out.add(series.x[i], series.y[i]);
  return out;
}

Series accumulated(Series series) {
  std::partial_sum(series.y.begin(), series.y.end(), series.y.begin());
  return series;
}

double value_at(const Series& series, double x) {
  if (series.empty() || !(x >= series.x.front() && x <= series.x.back()))
    return std::numeric_limits<double>::quiet_NaN();
  const auto above = std::lower_bound(series.x.begin(), series.x.end(), x);
  const auto i = static_cast<std::size_t>(above - series.x.begin());
  if (series.x[i] == x) return series.y[i];
  const double share = (x - series.x[i - 1]) / (series.x[i] - series.x[i - 1]);
  return series.y[i - 1] + share * (series.y[i] - series.y[i - 1]);
}

double integral(const Series& series) {
  double sum = 0.0;
  for (std::size_t i = 1; i < series.size(); ++i)
    sum += 0.5 * (series.y[i] + series.y[i - 1]) * (series.x[i] - series.x[i - 1]);
  return sum;
}

Series between_x(const Series& series, double from, double to) {
  Series out;
  if (series.empty()) return out;
  const double first = std::max(from, series.x.front()), last = std::min(to, series.x.back());
  if (!(first <= last)) return out;
  out.add(first, value_at(series, first));
  for (std::size_t i = 0; i < series.size(); ++i)
    if (series.x[i] > first && series.x[i] < last) out.add(series.x[i], series.y[i]);
  if (last > first) out.add(last, value_at(series, last));
  return out;
}

Series smoothed(const Series& series, double width) {
  if (series.size() < 2 || !(width > 0.0)) return series;
  Series sums;  // the integral up to each point
  double sum = 0.0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (i > 0) sum += 0.5 * (series.y[i] + series.y[i - 1]) * (series.x[i] - series.x[i - 1]);
    sums.add(series.x[i], sum);
  }
  Series out;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double from = std::max(series.x[i] - 0.5 * width, series.x.front());
    const double to = std::min(series.x[i] + 0.5 * width, series.x.back());
    out.add(series.x[i], to > from ? (value_at(sums, to) - value_at(sums, from)) / (to - from) : series.y[i]);
  }
  return out;
}

namespace {

// From one crossing of the level upwards to the next.
struct Period {
  double begin = 0.0, end = 0.0;
  double swing = 0.0;  // from the lowest to the highest point in between
};

// The extreme of the parabola through the points i - 1, i, i + 1: the samples miss it.
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

// Noise at the level would give several crossings for one. A crossing counts only after the curve was below the level
// by a quarter of its largest depth.
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

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

Measured nothing(std::string why) { return {kNothing, std::move(why)}; }

template <class Pick>
std::size_t index_of(const Series& s, Pick pick) {
  return static_cast<std::size_t>(pick(s.y.begin(), s.y.end()) - s.y.begin());
}

std::size_t highest(const Series& s) {
  return index_of(s, [](auto a, auto b) { return std::max_element(a, b); });
}
std::size_t lowest(const Series& s) {
  return index_of(s, [](auto a, auto b) { return std::min_element(a, b); });
}

Measured measure_value(const MeasureInput& in) {
  const double value = value_at(in.of, in.at);
  return {value, std::isfinite(value) ? "" : fmt::format("the series has nothing at {:g}", in.at)};
}

double mean_of(const Series& s) {
  const double length = s.x.back() - s.x.front();
  return length > 0.0 ? integral(s) / length : s.y.front();
}

// Least squares: y = slope x + ...
double slope_of(const Series& s) {
  double mean_x = 0.0, mean_y = 0.0, xy = 0.0, xx = 0.0;
  const auto count = static_cast<double>(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) mean_x += s.x[i] / count, mean_y += s.y[i] / count;
  for (std::size_t i = 0; i < s.size(); ++i) {
    xy += (s.x[i] - mean_x) * (s.y[i] - mean_y);
    xx += (s.x[i] - mean_x) * (s.x[i] - mean_x);
  }
  return xy / xx;
}

Measured slope_or_nothing(const Series& s) {
  return s.size() >= 2 ? Measured{slope_of(s), ""} : nothing("fewer than two points for a line");
}

Measured measure_growth(const MeasureInput& in) {
  Series logs;
  for (std::size_t i = 0; i < in.of.size(); ++i)
    if (in.of.y[i] != 0.0) logs.add(in.of.x[i], std::log(std::abs(in.of.y[i])));
  return slope_or_nothing(logs);
}

Measured measure_exponent(const MeasureInput& in) {
  Series logs;
  for (std::size_t i = 0; i < in.of.size(); ++i)
    if (in.of.x[i] > 0.0 && in.of.y[i] > 0.0) logs.add(std::log(in.of.x[i]), std::log(in.of.y[i]));
  return slope_or_nothing(logs);
}

// The first x at which y crosses the level, upwards or downwards as `sign` says.
Measured first_crossing(const MeasureInput& in, double sign) {
  const Series& s = in.of;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double beyond = sign * (s.y[i] - in.level);
    if (beyond < 0.0) continue;
    if (i == 0) return {s.x[0], ""};
    const double before = sign * (in.level - s.y[i - 1]);
    return {s.x[i - 1] + (s.x[i] - s.x[i - 1]) * before / (before + beyond), ""};
  }
  return nothing(fmt::format("the series never reaches {:g}", in.level));
}
Measured measure_first_above(const MeasureInput& in) { return first_crossing(in, 1.0); }
Measured measure_first_below(const MeasureInput& in) { return first_crossing(in, -1.0); }

Measured measure_angular_frequency(const MeasureInput& in) {
  const auto periods = find_periods(in.of, in.has_level ? in.level : mean_of(in.of));
  if (periods.size() < 1) return nothing("less than a whole period");
  const double length = periods.back().end - periods.front().begin;
  return {2.0 * std::numbers::pi * static_cast<double>(periods.size()) / length, ""};
}

Measured measure_loss_per_period(const MeasureInput& in) {
  const auto periods = find_periods(in.of, in.has_level ? in.level : mean_of(in.of));
  if (periods.size() < 2) return nothing("fewer than two whole periods");
  Series logs;
  for (std::size_t i = 0; i < periods.size(); ++i) logs.add(static_cast<double>(i), std::log(periods[i].swing));
  return {1.0 - std::exp(slope_of(logs)), ""};
}

// simulation(x - shift) - reference(x) at each point of the reference, over the reference if `relative`.
Result<std::vector<double>> differences(const MeasureInput& in, double shift) {
  std::vector<double> all;
  for (std::size_t i = 0; i < in.against.size(); ++i) {
    const double found = value_at(in.of, in.against.x[i] - shift);
    if (!std::isfinite(found))
      return Error{.message = fmt::format("the simulation has nothing at {:g}", in.against.x[i] - shift)};
    all.push_back((found - in.against.y[i]) / (in.relative ? in.against.y[i] : 1.0));
  }
  return all;
}

double rms_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

template <class Of>
Measured of_differences(const MeasureInput& in, Of of) {
  const auto all = differences(in, in.shift);
  return all ? Measured{of(*all), ""} : nothing(all.error().message);
}
Measured measure_rms(const MeasureInput& in) { return of_differences(in, rms_of); }
Measured measure_worst(const MeasureInput& in) {
  return of_differences(in, [](const std::vector<double>& all) {
    double worst = 0.0;
    for (const double v : all) worst = std::max(worst, std::abs(v));
    return worst;
  });
}
Measured measure_mean_error(const MeasureInput& in) {
  return of_differences(in, [](const std::vector<double>& all) {
    double sum = 0.0;
    for (const double v : all) sum += std::abs(v);
    return sum / static_cast<double>(all.size());
  });
}

// The shift between `low` and `high` with the least root mean square, by refined search. The differences must exist at
// every shift.
Measured measure_best_shift(const MeasureInput& in) {
  constexpr int kSteps = 40, kRounds = 4;
  for (const double bound : {in.low, in.high})
    if (const auto all = differences(in, bound); !all)
      return nothing(fmt::format("shifted by {:g}, {}: compare less of it", bound, all.error().message));
  const auto badness = [&](double shift) { return rms_of(*differences(in, shift)); };
  double low = in.low, high = in.high, best = kNothing, least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const double step = (high - low) / kSteps;
    for (int i = 0; i <= kSteps; ++i) {
      const double shift = low + i * step, bad = badness(shift);
      if (bad < least) least = bad, best = shift;
    }
    low = std::max(in.low, best - step);
    high = std::min(in.high, best + step);
  }
  return std::isfinite(best) ? Measured{best, ""} : nothing("the difference is not a number");
}

struct Measure {
  std::string_view name;
  Measured (*take)(const MeasureInput&);
  std::string_view needs;  // keys besides `of`
  std::string_view may;    // optional keys besides `from` and `to`
};

constexpr Measure kMeasures[] = {
    {"value", measure_value, "at", ""},
    {"first", [](const MeasureInput& in) -> Measured { return {in.of.y.front(), ""}; }, "", ""},
    {"last", [](const MeasureInput& in) -> Measured { return {in.of.y.back(), ""}; }, "", ""},
    {"max", [](const MeasureInput& in) -> Measured { return {in.of.y[highest(in.of)], ""}; }, "", ""},
    {"min", [](const MeasureInput& in) -> Measured { return {in.of.y[lowest(in.of)], ""}; }, "", ""},
    {"max_at", [](const MeasureInput& in) -> Measured { return {in.of.x[highest(in.of)], ""}; }, "", ""},
    {"min_at", [](const MeasureInput& in) -> Measured { return {in.of.x[lowest(in.of)], ""}; }, "", ""},
    {"mean", [](const MeasureInput& in) -> Measured { return {mean_of(in.of), ""}; }, "", ""},
    {"integral", [](const MeasureInput& in) -> Measured { return {integral(in.of), ""}; }, "", ""},
    {"slope", [](const MeasureInput& in) -> Measured { return slope_or_nothing(in.of); }, "", ""},
    {"growth", measure_growth, "", ""},
    {"exponent", measure_exponent, "", ""},
    {"first_above", measure_first_above, "level", ""},
    {"first_below", measure_first_below, "level", ""},
    {"angular_frequency", measure_angular_frequency, "", "level"},
    {"loss_per_period", measure_loss_per_period, "", "level"},
    {"rms", measure_rms, "against", "shift relative"},
    {"worst", measure_worst, "against", "shift relative"},
    {"mean_error", measure_mean_error, "against", "shift relative"},
    {"best_shift", measure_best_shift, "against low high", "relative"},
};

const Measure* find_measure(std::string_view name) {
  const auto found = std::find_if(std::begin(kMeasures), std::end(kMeasures),
                                  [&](const Measure& measure) { return measure.name == name; });
  return found == std::end(kMeasures) ? nullptr : found;
}

bool has_word(std::string_view words, std::string_view word) {
  return (" " + std::string(words) + " ").find(" " + std::string(word) + " ") != std::string::npos;
}

}  // namespace

Measured take_measure(const std::string& name, const MeasureInput& input) {
  const Measure& measure = *find_measure(name);
  if (input.of.empty()) return nothing("the series has no points there");
  if (has_word(measure.needs, "against") && input.against.empty()) return nothing("the reference has no points there");
  return measure.take(input);
}

std::string wrong_measure(const NumberRecipe& number) {
  const Measure* measure = find_measure(number.take);
  if (!measure) {
    const std::string near = nearest_word(number.take, measure_names());
    return fmt::format("'{}' cannot be taken of a series{}", number.take,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
  }
  const std::pair<const char*, bool> keys[] = {
      {"against", !number.against.empty()}, {"at", number.at.has_value()},   {"level", number.level.has_value()},
      {"shift", number.shift.has_value()},  {"low", number.low.has_value()}, {"high", number.high.has_value()},
      {"relative", number.relative},
  };
  for (const auto& [key, is_given] : keys) {
    const bool is_needed = has_word(measure->needs, key);
    if (is_needed && !is_given) return fmt::format("take = \"{}\" needs the key '{}'", number.take, key);
    if (is_given && !is_needed && !has_word(measure->may, key))
      return fmt::format("take = \"{}\" has no key '{}'", number.take, key);
  }
  return "";
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const Measure& measure : kMeasures) names.emplace_back(measure.name);
  return names;
}

}  // namespace spindrift
