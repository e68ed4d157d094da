#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/console.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Progress::Progress(int frames, bool is_quiet)
    : frames_(frames), is_quiet_(is_quiet), has_bar_(!is_quiet && is_terminal()), start_(wall_seconds()) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (!is_shown_) return;
  std::fputs("\r\033[K", stdout);  // which, unlike fmt, does not throw: a destructor calls this
  std::fflush(stdout);
  is_shown_ = false;
}

namespace {

std::string amount_text(const FrameReport& report) {
  if (!report.smoke) return fmt::format("{} particles", report.particles);
  return fmt::format("{} cells of gas", report.fluid_cells);
}

}  // namespace

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
  const double elapsed = wall_seconds() - start_;
  const std::string left =
      report.frame > 0 ? duration_text(elapsed / report.frame * (frames_ - report.frame)) + " left" : "";
  const std::string text =
      fmt::format(" {}/{}  {:.2f} s  {}  {}", report.frame, frames_, report.time, amount_text(report), left);
  const int room = std::min(40, terminal_columns() - 4 - static_cast<int>(text.size()));
  std::string line = text;
  if (room >= 8) {
    const int filled = static_cast<int>(static_cast<double>(room) * report.frame / std::max(frames_, 1));
    line = fmt::format("[{:#<{}}{:.<{}}]{}", "", filled, "", room - filled, text);
  }
  fmt::print("\r\033[K{}", line);
  std::fflush(stdout);
  is_shown_ = true;
}

}  // namespace spindrift
