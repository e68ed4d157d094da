#include "validate/plot.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

Series ramp(int points) {
  Series s;
  for (int i = 0; i < points; ++i) s.add(i, 2.0 * i);
  return s;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

TEST(Plot, has_its_labels_its_legend_and_a_mark_for_each_point) {
  const std::string svg =
      svg_of({"Fall <of> a drop",
              "time, s",
              "height, m",
              {{"n = 64", ramp(10), PlotLine::Style::kCurve, 0}, {"measured", ramp(7), PlotLine::Style::kPoints, 0}}});
  for (const char* text : {"Fall &lt;of&gt; a drop", "time, s", "height, m", "n = 64", "measured"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(count(svg, "<circle"), 7u + 1u);  // and one in the legend
  EXPECT_EQ(count(svg, "<polyline"), 1u + 1u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Plot, of_nothing_and_of_a_level_line_is_still_a_plot) {
  EXPECT_EQ(svg_of({"", "", "", {}}).find("nan"), std::string::npos);
  const std::string level = svg_of({"", "", "", {{"a", {{0.0, 1.0}, {3.0, 3.0}}, PlotLine::Style::kCurve, 0}}});
  EXPECT_EQ(level.find("nan"), std::string::npos);
  EXPECT_EQ(level.find("inf"), std::string::npos);
}

TEST(Plot, of_very_many_points_keeps_its_size_and_its_peaks) {
  Series spiky = ramp(200000);
  for (double& y : spiky.y) y = 0.0;
  spiky.y[123456] = 8.0;
  const std::string svg = svg_of({"", "", "", {{"a", spiky, PlotLine::Style::kCurve, 0}}});
  EXPECT_LT(svg.size(), 60000u);
  EXPECT_NE(svg.find(",40.0"), std::string::npos) << "the top of the plot is where the peak is";
}

}  // namespace
}  // namespace spindrift
