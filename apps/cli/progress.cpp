#include "cli/progress.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "cli/console.h"
#include "cli/progress_line.h"

namespace spindrift {

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Progress::Progress(int frames, int first_frame, bool is_quiet)
    : frames_(frames),
      first_frame_(first_frame),
      is_quiet_(is_quiet),
      has_bar_(!is_quiet && is_terminal()),
      start_(wall_seconds()) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (!is_shown_) return;
  std::fputs("\r\033[K", stdout);  // which, unlike fmt, does not throw: a destructor calls this
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
  const double left = done > 0 ? (wall_seconds() - start_) / done * (frames_ - report.frame) : -1.0;
  print("\r\033[K" + progress_line(report, frames_, left, terminal_columns()));
  is_shown_ = true;
}

}  // namespace spindrift
