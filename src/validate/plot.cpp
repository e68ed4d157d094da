#include "validate/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "run/report/report_html.h"

namespace spindrift {
namespace {

constexpr double kWidth = 720, kHeight = 420, kLeft = 76, kRight = 18, kTop = 40, kBottom = 54;
constexpr std::array<const char*, 6> kCurveColors = {"#1f6fb4", "#d9772b", "#3a8f5c", "#8a5bb0", "#b23a5c", "#2aa3a3"};
constexpr const char* kInk = "#1d2733";
constexpr const char* kSoftInk = "#667485";

// The range of an axis and its pixels.
struct PlotAxis {
  double low = 0.0, high = 1.0, step = 0.2;
  double begin = 0.0, end = 1.0;  // pixels

  double pixel(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

double step_of_ticks(double span) {
  const double raw = span / 6.0, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 2.5, 5.0})
    if (m * power >= raw) return m * power;
  return 10.0 * power;
}

PlotAxis axis_for(double low, double high, double begin, double end) {
  if (!(low <= high)) low = 0.0, high = 1.0;
  if (high - low < 1e-12 * std::max(1e-300, std::abs(high))) {
    const double half = high != 0.0 ? 0.05 * std::abs(high) : 1.0;
    low -= half, high += half;
  }
  const double step = step_of_ticks(high - low);
  return {std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step, step, begin, end};
}

std::string tick_text(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  const double largest = std::abs(value);
  if (largest >= 1e6 || step < 1e-5) return fmt::format("{:.3g}", value);
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  const double next = step * std::pow(10.0, digits);
  return fmt::format("{:.{}f}", value, digits + (std::abs(next - std::round(next)) > 1e-6 ? 1 : 0));
}

std::string line_tag(double x0, double y0, double x1, double y1, const char* color, double width) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", x0, y0, x1,
      y1, color, width);
}

std::string text_tag(double x, double y, std::string_view anchor, const char* color, int size, std::string_view text,
                     std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" font-size=\"{}\"{}>{}</text>\n", x,
                     y, anchor, color, size, more, escaped_markup(text));
}

std::string axes_of(const Plot& plot, const PlotAxis& x, const PlotAxis& y) {
  std::string out;
  constexpr const char* kGrid = "#e4e9ee";
  for (int i = 0; x.low + i * x.step <= x.high + 0.5 * x.step; ++i) {
    const double value = x.low + i * x.step, at = x.pixel(value);
    out += line_tag(at, y.end, at, y.begin, kGrid, 1);
    out += text_tag(at, y.begin + 18, "middle", kSoftInk, 12, tick_text(value, x.step));
  }
  for (int i = 0; y.low + i * y.step <= y.high + 0.5 * y.step; ++i) {
    const double value = y.low + i * y.step, at = y.pixel(value);
    out += line_tag(x.begin, at, x.end, at, kGrid, 1);
    out += text_tag(x.begin - 8, at + 4, "end", kSoftInk, 12, tick_text(value, y.step));
  }
  out +=
      line_tag(x.begin, y.begin, x.end, y.begin, kSoftInk, 1) + line_tag(x.begin, y.begin, x.begin, y.end, kSoftInk, 1);
  out += text_tag(0.5 * (x.begin + x.end), kHeight - 12, "middle", kInk, 13, plot.x_label);
  const double middle = 0.5 * (y.begin + y.end);
  out += text_tag(18, middle, "middle", kInk, 13, plot.y_label,
                  fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle));
  return out + text_tag(x.begin, 24, "start", kInk, 15, plot.title, " font-weight=\"600\"");
}

const char* color_of(const PlotLine& line) {
  return line.style == PlotLine::Style::kCurve
             ? kCurveColors[static_cast<std::size_t>(line.color) % kCurveColors.size()]
             : kInk;
}

// Limits the number of points: of each group the lowest and the highest stay.
Series thinned(const Series& series) {
  constexpr std::size_t kMost = 1600;
  if (series.size() <= kMost) return series;
  const std::size_t group = 2 * (series.size() / kMost + 1);
  Series out;
  for (std::size_t begin = 0; begin < series.size(); begin += group) {
    const auto first = series.y.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = series.y.begin() + static_cast<std::ptrdiff_t>(std::min(begin + group, series.size()));
    auto low = static_cast<std::size_t>(std::min_element(first, last) - series.y.begin());
    auto high = static_cast<std::size_t>(std::max_element(first, last) - series.y.begin());
    for (const std::size_t i : {std::min(low, high), std::max(low, high)}) out.add(series.x[i], series.y[i]);
  }
  return out;
}

std::string marks_of(const PlotLine& line, const PlotAxis& x, const PlotAxis& y) {
  std::string out;
  if (line.style == PlotLine::Style::kPoints) {
    const double radius = line.series.size() > 150 ? 1.6 : 3.2;
    for (std::size_t i = 0; i < line.series.size(); ++i)
      out += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/>\n",
          x.pixel(line.series.x[i]), y.pixel(line.series.y[i]), radius, color_of(line));
    return out;
  }
  const Series points = thinned(line.series);
  for (std::size_t i = 0; i < points.size(); ++i)
    out += fmt::format("{}{:.1f},{:.1f}", i ? " " : "", x.pixel(points.x[i]), y.pixel(points.y[i]));
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"{}/>\n", out,
      color_of(line), line.style == PlotLine::Style::kDashes ? " stroke-dasharray=\"6 4\"" : "");
}

// In the corner of the plot with the fewest points behind it.
std::string legend_of(const Plot& plot, const PlotAxis& x, const PlotAxis& y) {
  constexpr double kLine = 18.0, kMark = 26.0, kLetter = 6.6;
  std::size_t longest = 0;
  for (const PlotLine& line : plot.lines) longest = std::max(longest, line.label.size());
  const double width = kMark + 16.0 + kLetter * static_cast<double>(longest);
  const double height = kLine * static_cast<double>(plot.lines.size()) + 8.0;
  double best_left = 0.0, best_top = 0.0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const double left : {x.end - width - 8.0, x.begin + 8.0}) {
    for (const double top : {y.end + 8.0, y.begin - height - 8.0}) {
      std::size_t hidden = 0;
      for (const PlotLine& line : plot.lines) {
        for (std::size_t i = 0; i < line.series.size(); ++i) {
          const double px = x.pixel(line.series.x[i]), py = y.pixel(line.series.y[i]);
          hidden += px > left && px < left + width && py > top && py < top + height ? 1 : 0;
        }
      }
      if (hidden < fewest) fewest = hidden, best_left = left, best_top = top;
    }
  }
  std::string out = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#ffffff\" fill-opacity=\"0.85\" "
      "rx=\"4\"/>\n",
      best_left, best_top, width, height);
  double at = best_top + 4.0 + 0.5 * kLine;
  for (const PlotLine& line : plot.lines) {
    PlotLine sample = line;
    sample.series = {};
    const PlotAxis flat_x{0.0, 1.0, 1.0, best_left + 8.0, best_left + kMark}, flat_y{0.0, 1.0, 1.0, at, at};
    if (line.style == PlotLine::Style::kPoints) {
      sample.series.add(0.5, 0.0);
    } else {
      sample.series.add(0.0, 0.0), sample.series.add(1.0, 0.0);
    }
    out += marks_of(sample, flat_x, flat_y);
    out += text_tag(best_left + kMark + 8.0, at + 4.0, "start", kInk, 12, line.label);
    at += kLine;
  }
  return out;
}

}  // namespace

std::string svg_of(const Plot& plot) {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  double low_x = kEndless, high_x = -kEndless, low_y = kEndless, high_y = -kEndless;
  for (const PlotLine& line : plot.lines) {
    for (std::size_t i = 0; i < line.series.size(); ++i) {
      low_x = std::min(low_x, line.series.x[i]), high_x = std::max(high_x, line.series.x[i]);
      low_y = std::min(low_y, line.series.y[i]), high_y = std::max(high_y, line.series.y[i]);
    }
  }
  const PlotAxis x = axis_for(low_x, high_x, kLeft, kWidth - kRight);
  const PlotAxis y = axis_for(low_y, high_y, kHeight - kBottom, kTop);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"system-ui, sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      kWidth, kHeight);
  out += axes_of(plot, x, y);
  for (const PlotLine& line : plot.lines) out += marks_of(line, x, y);
  return out + legend_of(plot, x, y) + "</svg>\n";
}

namespace {

constexpr std::size_t kMostRunsInAPlot = 6;

bool is_shown(const PlotRecipe& recipe, const std::string& variant) {
  return recipe.variants.empty() ||
         std::find(recipe.variants.begin(), recipe.variants.end(), variant) != recipe.variants.end();
}

// All runs of the plot, or, if they are many, the finest run of each variant.
std::vector<FinishedRun*> shown_runs(const Case& owner, const PlotRecipe& recipe, std::vector<FinishedRun>& runs) {
  std::vector<FinishedRun*> shown;
  for (FinishedRun& finished : runs)
    if (is_shown(recipe, variant_of(owner, finished.run).name)) shown.push_back(&finished);
  if (shown.size() * std::max<std::size_t>(recipe.curves.size(), 1) <= kMostRunsInAPlot) return shown;
  std::vector<FinishedRun*> finest;
  for (FinishedRun* one : shown) {
    const auto same = std::find_if(finest.begin(), finest.end(),
                                   [&](const FinishedRun* other) { return other->run.variant == one->run.variant; });
    if (same == finest.end()) {
      finest.push_back(one);
    } else if ((*same)->run.size < one->run.size) {
      *same = one;
    }
  }
  return finest;
}

std::string run_label(const Case& owner, const CaseRun& run) {
  const std::string& variant = variant_of(owner, run).name;
  return variant.empty() ? fmt::format("n = {}", run.size) : fmt::format("{}, n = {}", variant, run.size);
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

Result<std::vector<Plot>> plots_of(const Case& owner, std::vector<FinishedRun>& runs) {
  std::vector<Plot> plots;
  for (const PlotRecipe& recipe : owner.plots) {
    Plot plot{recipe.title, recipe.x_label, recipe.y_label, {}};
    const auto add = [&](FinishedRun& run, const std::string& name, PlotLine::Style style, std::string label,
                         int color) -> Status {
      auto series = run.results.series(name, recipe.place);
      if (!series) return series.error();
      if (!series->empty()) plot.lines.push_back({std::move(label), std::move(*series), style, color});
      return Done{};
    };
    const std::vector<FinishedRun*> shown = shown_runs(owner, recipe, runs);
    if (shown.empty()) continue;
    int color = 0;
    for (const std::string& name : recipe.curves) {
      for (FinishedRun* run : shown) {
        const std::string label = (recipe.curves.size() > 1 ? in_words(name) + ", " : "") + run_label(owner, run->run);
        if (const Status added = add(*run, name, PlotLine::Style::kCurve, label, color++); !added) return added.error();
      }
    }
    for (const std::string& name : recipe.theory)
      if (const Status added = add(*shown.back(), name, PlotLine::Style::kDashes, in_words(name), 0); !added)
        return added.error();
    for (const std::string& name : recipe.reference)
      if (const Status added = add(*shown.back(), name, PlotLine::Style::kPoints, in_words(name), 0); !added)
        return added.error();
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace spindrift
