// Which lines of a table stay when a run goes on.
#include "run/tables/tables_so_far.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

constexpr double kFps = 4.0;

std::optional<int> of_stats(std::string_view line) { return frame_of_stats(line, kFps); }

std::string line_of(int frame, const std::string& more = "") {
  return "{\"frame\": " + std::to_string(frame) + ", \"time\": " + std::to_string(frame / kFps) + more + "}\n";
}

std::string lines_of(std::initializer_list<int> frames) {
  std::string text;
  for (const int frame : frames) text += line_of(frame);
  return text;
}

TEST(TablesSoFar, keep_the_lines_up_to_a_frame) {
  const LinesSoFar kept = lines_up_to(lines_of({0, 1, 2, 3, 4}) + "{\"frame\": 5, \"ti", 3, of_stats);
  EXPECT_EQ(kept.text, lines_of({0, 1, 2, 3}));
  EXPECT_TRUE(kept.missing.empty());
}

TEST(TablesSoFar, keep_every_line_that_can_be_read_and_name_the_others) {
  std::string text = lines_of({0, 1, 2, 3, 4, 5});
  text[text.find("\"frame\": 2")] = '\x07';
  const LinesSoFar kept = lines_up_to(text, 5, of_stats);
  EXPECT_EQ(kept.text, lines_of({0, 1, 3, 4, 5}));
  EXPECT_EQ(kept.missing, std::vector<int>{2});
}

TEST(TablesSoFar, a_line_with_the_number_of_another_frame_drives_none_out) {
  for (const char wrong : {'0', '4', '9'}) {
    std::string text = lines_of({0, 1, 2, 3, 4, 5});
    text[text.find("\"frame\": 2") + 9] = wrong;
    const LinesSoFar kept = lines_up_to(text, 5, of_stats);
    EXPECT_EQ(kept.text, lines_of({0, 1, 3, 4, 5})) << wrong;
    EXPECT_EQ(kept.missing, std::vector<int>{2}) << wrong;
  }
}

TEST(TablesSoFar, without_any_line_all_frames_are_missing) {
  EXPECT_EQ(lines_up_to("", 2, of_stats).missing, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(lines_up_to("?\n?\n", 1, of_stats).missing, (std::vector<int>{0, 1}));
}

TEST(TablesSoFar, a_table_that_began_later_misses_nothing_before) {
  EXPECT_TRUE(lines_up_to(lines_of({3, 4}), 4, of_stats).missing.empty());
  EXPECT_EQ(lines_up_to("?\n" + lines_of({3, 4}), 4, of_stats).missing, (std::vector<int>{0, 1, 2}));
}

TEST(TablesSoFar, numbers_need_the_columns_of_the_header_and_the_time_of_a_frame) {
  const std::string header = "time s,gauge height m,gate pressure Pa";
  EXPECT_EQ(frame_of_numbers("0.5,0.125,", header, kFps), 2);
  EXPECT_EQ(frame_of_numbers("0,1e-3,7", header, kFps), 0);
  for (const char* damaged :
       {"0.5,0.125", "0.5,0.125,,", "0.5,0.1?5,1", "0.6,0.125,1", ",0.125,1", "x,0.125,1", "-1,1,1"})
    EXPECT_FALSE(frame_of_numbers(damaged, header, kFps)) << damaged;
}

TEST(TablesSoFar, readings_at_any_time_are_kept_up_to_a_time) {
  const std::string header = "time s,x m,height m";
  const std::string first = "0,0,1\n0,1,2\n", second = "0.125,0,1\n0.125,1,\n", third = "0.25,0,1\n";
  EXPECT_EQ(lines_up_to_time(first + second + third, 0.125, header).text, first + second);
  EXPECT_EQ(lines_up_to_time(first + "9e9,0,1\n" + second + "0.25,0", 1.0, header).text, first + second);
  EXPECT_EQ(lines_up_to_time(first + "0.2,0,1\n" + second + third, 1.0, header).text, first + second + third)
      << "a damaged time drives none out";
  EXPECT_EQ(lines_up_to_time(first + "0.0x,1,1\n" + second, 1.0, header).text, first + second);
}

TEST(TablesSoFar, frames_that_a_run_went_on_without_a_table_are_named) {
  const std::string lines = "0,0,1\n0,1,2\n0.5,0,1\n0.5,1,2\n";  // up to frame 2
  const auto without = [&](const ProbeClock& clock, int last) { return frames_without(lines, clock, last, kFps); };
  EXPECT_TRUE(without(ProbeClock(0.0), 2).empty());
  EXPECT_EQ(without(ProbeClock(0.0), 5), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(without(ProbeClock(0.0, 2), 7), (std::vector<int>{4, 6}));
  EXPECT_EQ(without(ProbeClock(100.0), 4), (std::vector<int>{3, 4})) << "in every frame, several times";
  EXPECT_EQ(without(ProbeClock(1.0), 9), (std::vector<int>{4, 8})) << "once a second";
  EXPECT_EQ(without(ProbeClock(std::vector{0.5, 0.8}), 9), (std::vector<int>{4})) << "the time is within that frame";
  EXPECT_EQ(frames_without("", ProbeClock(0.0), 1, kFps), (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace spindrift
