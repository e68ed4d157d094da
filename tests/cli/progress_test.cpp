// The line that shows how far a run has got fits the terminal.
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

FrameReport report_of(int frame, std::int64_t particles) {
  FrameReport report;
  report.frame = frame;
  report.time = frame / 60.0;
  report.particles = particles;
  return report;
}

bool has(const std::string& line, const std::string& part) { return line.find(part) != std::string::npos; }

TEST(ProgressLine, is_shorter_than_the_terminal_is_wide) {
  for (const int columns : {0, 1, 5, 10, 20, 40, 60, 80, 120, 200})
    for (const int frame : {0, 7, 120, 999999})
      for (const double left : {-1.0, 0.0, 63.0, 1e6}) {
        const std::string line = progress_line(report_of(frame, 123456789), std::max(frame, 120), left, columns);
        EXPECT_LT(static_cast<int>(line.size()), std::max(columns, 1)) << line;
      }
}

TEST(ProgressLine, shows_what_there_is_room_for) {
  const FrameReport report = report_of(60, 25752);
  const std::string narrow = progress_line(report, 120, 63.0, 40), usual = progress_line(report, 120, 63.0, 80),
                    wide = progress_line(report, 120, 63.0, 120);
  for (const std::string& line : {narrow, usual, wide}) {
    EXPECT_TRUE(has(line, "60/120")) << line;
    EXPECT_TRUE(has(line, " left")) << line;
  }
  for (const std::string& line : {usual, wide}) {
    EXPECT_TRUE(has(line, "1.00 s")) << line;
    EXPECT_TRUE(has(line, "25752 particles")) << line;
    EXPECT_EQ(line.front(), '[') << line;
  }
  EXPECT_TRUE(has(wide, "[####################....................] 60/120")) << wide;
}

TEST(ProgressLine, at_40_columns_a_long_run_shows_its_frame_and_the_time_left) {
  const std::string line = progress_line(report_of(98765, 123456789), 100000, 100000.0, 40);
  EXPECT_TRUE(has(line, "98765/100000")) << line;
  EXPECT_TRUE(has(line, " left")) << line;
}

}  // namespace
}  // namespace spindrift
