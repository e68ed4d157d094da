#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <initializer_list>

#include "cli/console.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : "  ") + part;
  return text;
}

std::string amount_text(const FrameReport& report) {
  if (!report.smoke) return fmt::format("{} particles", report.particles);
  return fmt::format("{} cells of gas", report.fluid_cells);
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string progress_line(const FrameReport& report, int frames, double seconds_left, int columns) {
  // Around the bar are two brackets and a blank.
  constexpr int kShortestBar = 8, kLongestBar = 40, kAroundBar = 3;
  const int width = std::max(columns - 1, 0);  // some terminals break the line when the last column is filled
  const std::string count = fmt::format("{}/{}", report.frame, frames), time = fmt::format("{:.2f} s", report.time),
                    left = seconds_left >= 0.0 ? duration_text(seconds_left) + " left" : "";
  std::string text;
  for (const std::string& fewer :
       {joined({count, time, amount_text(report), left}), joined({count, time, left}), joined({count, left}), count}) {
    text = fewer;
    if (static_cast<int>(text.size()) <= width) break;
  }
  const int bar = std::min(kLongestBar, width - kAroundBar - static_cast<int>(text.size()));
  if (bar < kShortestBar) return text.substr(0, static_cast<std::size_t>(width));
  const int filled =
      std::clamp(static_cast<int>(static_cast<double>(bar) * report.frame / std::max(frames, 1)), 0, bar);
  return fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", bar - filled, text);
}

Progress::Progress(int frames, int first_frame, bool is_quiet)
    : frames_(frames),
      first_frame_(first_frame),
      is_quiet_(is_quiet),
      has_bar_(!is_quiet && is_terminal()),
      start_(seconds_now()) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (!is_shown_) return;
  std::fputs("\r\033[K", stdout);  // fputs does not throw: a destructor calls this
  std::fflush(stdout);
  is_shown_ = false;
}

void Progress::show(const FrameReport& report) {
  if (is_quiet_) return;
  if (has_bar_) {
    show_bar(report);
  } else {
    say(fmt::format("frame {}/{}  time {:.4g} s  {} sub-steps  {}  max speed {:.3g} m/s  {:.3g} s", report.frame,
                    frames_, report.time, report.substeps, amount_text(report), report.max_speed, report.wall_seconds));
  }
}

void Progress::show_bar(const FrameReport& report) {
  const int done = report.frame - first_frame_;
  const double left = done > 0 ? (seconds_now() - start_) / done * (frames_ - report.frame) : -1.0;
  print("\r\033[K" + progress_line(report, frames_, left, terminal_columns()));
  is_shown_ = true;
}

}  // namespace spindrift
