// The manual's page on scene files is what the program says.
#include "spindrift/scene_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

TEST(scene_format, the_page_is_up_to_date) {
  std::ifstream file(std::string(SPINDRIFT_SOURCE_DIR) + "/docs/scene-format.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(page == *scene_format_markdown())
      << "docs/scene-format.md is out of date; make it anew with: spindrift scene-format > docs/scene-format.md";
}

TEST(scene_format, the_short_example_is_a_scene) {
  const std::string page = *scene_format_markdown();
  const auto begin = page.find("```toml\n") + 8;
  const auto scene = parse_scene(page.substr(begin, page.find("```", begin) - begin), "example");
  EXPECT_TRUE(scene) << to_string(scene.error());
}

TEST(scene_format, every_key_has_its_row) {
  const std::string page = *scene_format_markdown();
  for (const char* key : {"size", "fps", "density", "gravity", "per_cell", "flip", "stiffness", "width", "count",
                          "spacing", "keyframes", "rotation_degrees", "rate", "axis", "parts", "normal", "file"}) {
    EXPECT_NE(page.find("\n| `" + std::string(key) + "` |"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace spindrift
