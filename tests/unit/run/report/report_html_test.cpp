#include "run/report/report_html.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

ReportParts parts() {
  ReportParts parts;
  parts.title = "A <dam> & \"more\"";
  parts.record_json = "{\"totals\": {\"frames\": 2}, \"error\": \"</script><b>\"}";
  parts.stats_lines = "{\"frame\": 0, \"time\": 0.0}\n{\"frame\": 1, \"time\": 0.5}\n";
  parts.scene_toml = "[domain]\nsize = [1.0, 2.0]\ntitle = \"<i>\"\n";
  parts.pictures.push_back({"frame_0000", std::string("Man")});
  return parts;
}

bool has(const std::string& page, const char* text) { return page.find(text) != std::string::npos; }

TEST(ReportHtml, holds_the_numbers_the_scene_and_the_pictures) {
  const std::string page = report_html(parts());
  EXPECT_TRUE(has(page, "const stats = [{\"frame\": 0, \"time\": 0.0},\n{\"frame\": 1, \"time\": 0.5}]"));
  EXPECT_TRUE(has(page, "size = [1.0, 2.0]"));
  EXPECT_TRUE(has(page, "data:image/png;base64,TWFu\""));
}

TEST(ReportHtml, pictures_of_any_length_are_encoded_with_the_right_padding) {
  ReportParts with = parts();
  with.pictures = {{"a", "M"}, {"b", "Ma"}};
  const std::string page = report_html(with);
  EXPECT_TRUE(has(page, "base64,TQ==\""));
  EXPECT_TRUE(has(page, "base64,TWE=\""));
}

TEST(ReportHtml, text_of_the_user_cannot_break_the_page) {
  const std::string page = report_html(parts());
  EXPECT_TRUE(has(page, "<h1>A &lt;dam&gt; &amp; &quot;more&quot;</h1>"));
  EXPECT_FALSE(has(page, "<i>\"")) << "the scene";
  EXPECT_FALSE(has(page, "</script><b>")) << "the record";
}

TEST(ReportHtml, says_why_there_are_no_pictures) {
  ReportParts without = parts();
  without.pictures.clear();
  EXPECT_FALSE(has(report_html(without), "<h2>Pictures</h2>"));
  without.picture_note = "none, because a < b";
  EXPECT_TRUE(has(report_html(without), "<h2>Pictures</h2>\n<p class=\"sub\">none, because a &lt; b</p>"));
}

TEST(ReportHtml, holds_the_memory_over_time) {
  ReportParts with = parts();
  with.memory_csv = "time s,resident memory bytes\n0,1000\n";
  EXPECT_TRUE(has(report_html(with), "const memory = \"time s,resident memory bytes\\n0,1000\\n\";"));
}

TEST(ReportHtml, needs_nothing_from_elsewhere) {
  const std::string page = report_html(parts());
  for (const char* link : {"src=\"http", "href=", "@import", "url(", "fetch("}) EXPECT_FALSE(has(page, link)) << link;
}

}  // namespace
}  // namespace spindrift
