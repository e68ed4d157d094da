#include "cli/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "spindrift/text.h"

namespace spindrift {
namespace {

std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : "  ") + part;
  return text;
}

}  // namespace

std::string amount_text(const FrameReport& report) {
  if (!report.smoke) return fmt::format("{} particles", report.particles);
  return fmt::format("{} cells of gas", report.fluid_cells);
}

std::string progress_line(const FrameReport& report, int frames, double seconds_left, int columns) {
  // A bar shorter than this tells nothing, and one longer no more. Around it are two brackets and a blank.
  constexpr int kShortestBar = 8, kLongestBar = 40, kAroundBar = 3;
  const int width = std::max(columns - 1, 0);  // some terminals begin a new line once the last column is filled
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

}  // namespace spindrift
