#include "validate/series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

}  // namespace spindrift
