// Every mistake in a scene has its own message, with its place. Most are rows of messages.tsv.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "scene/scene_hints.h"
#include "support/message_table.h"
#include "support/scene_texts.h"

namespace spindrift {
namespace {

using namespace testing;

TEST(SceneMessages, are_those_of_the_table) {
  for (const MessageRow& row : read_message_table("tests/unit/scene/messages.tsv")) {
    const auto scene = parse_scene(row.text, "s", row.overrides);
    std::string found = scene ? "" : to_string(scene.error());
    if (found.starts_with("s:")) found.erase(0, 2);
    if (const auto error = found.find("error: "); error != std::string::npos) found.erase(error, 7);
    EXPECT_TRUE(row.matches(found)) << row.place << ": " << found;
  }
}

TEST(SceneMessages, name_the_file) {
  EXPECT_EQ(error_of(scene_2d("[solver]\npresure = \"pcg\"\n")),
            "scene.toml:8:1: error: unknown key 'presure' in [solver]; did you mean 'pressure'?");
}

TEST(SceneMessages, of_files_that_cannot_be_read) {
  EXPECT_EQ(to_string(read_scene("no/where.toml").error()), "no/where.toml: error: there is no such file");
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(to_string(read_scene(folder).error()), folder + ": error: this is a folder, not a scene file");
  EXPECT_EQ(to_string(read_scene("/dev/zero").error()),
            "/dev/zero: error: this is not an ordinary file; a scene may also come from /dev/stdin");
  const int zero = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);  // as the shell gives it
  const std::string opened = "/dev/fd/" + std::to_string(zero);
  EXPECT_EQ(to_string(read_scene(opened).error()), opened + ": error: larger than 16 MB: not a scene file");
  ::close(zero);
}

TEST(SceneMessages, text_that_is_not_utf_8) {
  EXPECT_EQ(error_of("title = \"\xff\"\n").substr(0, 34), "scene.toml:1:9: error: broken TOML");
  EXPECT_TRUE(error_of("\xff\xfe[").ends_with("; save the file as UTF-8 text"));
}

TEST(SceneMessages, endless_nesting_is_refused) {
  const auto repeated = [](const std::string& part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  const std::string message = "error: broken TOML: nested too deeply";
  EXPECT_EQ(error_of("\n" + repeated("a.", 500000) + "a = 1\n"), "scene.toml:2:1: " + message);
  EXPECT_EQ(error_of("[" + repeated("a.", 100) + "a]\n").substr(0, 14), "scene.toml:1:1");
  EXPECT_NE(error_of(repeated("a.", 9999) + "a = 1\n"), "no error");
  EXPECT_NE(error_of("a = " + repeated("[", 500000)), "no error");
  EXPECT_NE(error_of("a = " + repeated("{a = ", 500000)), "no error");
  EXPECT_NE(error_of(scene_2d(""), {repeated("a.", 50000) + "a=1"}), "no error");
  EXPECT_LT(error_of(std::string(100000, '=')).size(), 200u) << "long lines are not repeated";
}

TEST(SceneMessages, of_meshes_point_to_the_key_or_into_the_file) {
  const std::string text = "[domain]\nsize = [1, 1, 1]\n[[liquid]]\nshape = \"mesh\"\nfile = \"no/such.obj\"\n";
  const auto refusing = [](Place place) {
    return [place](const std::string& path) -> Result<std::shared_ptr<const Mesh>> {
      return Error{.message = "no " + path, .place = place};
    };
  };
  EXPECT_EQ(to_string(parse_scene(text, "scene.toml", {}, {refusing({})}).error()),
            "scene.toml:5:8: error: no no/such.obj");
  EXPECT_EQ(to_string(parse_scene(text, "scene.toml", {}, {refusing({"such.obj", 7, 1})}).error()),
            "such.obj:7:1: error: no no/such.obj");
}

TEST(SceneMessages, suggest_only_what_there_is) {
  EXPECT_EQ(likely_word("circle", {{"sphere", "circle"}, {"plane", ""}}), "sphere");
  EXPECT_EQ(likely_word("circle", {{"box", "square"}, {"plane", ""}}), "");
}

TEST(SceneOverrides, take_lists_without_brackets_and_quotes) {
  const auto open = [](const std::string& text) {
    const auto scene = parse_scene(scene_2d(""), "scene.toml", {"domain.open=" + text});
    EXPECT_TRUE(scene) << to_string(scene.error());
    return scene ? scene->domain.open : std::vector<Side>{};
  };
  EXPECT_EQ(open("top"), std::vector<Side>{Side::kTop});
  EXPECT_EQ(open("top, left"), (std::vector<Side>{Side::kTop, Side::kLeft}));
  EXPECT_EQ(open("[top,left]"), (std::vector<Side>{Side::kTop, Side::kLeft}));
}

}  // namespace
}  // namespace spindrift
