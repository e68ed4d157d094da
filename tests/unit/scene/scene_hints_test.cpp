// What newcomers write, and what the message tells them to write instead.
#include <gtest/gtest.h>

#include <string>

#include "scene/scene_nearest.h"
#include "scene/toml_hints.h"
#include "support/scene_texts.h"

namespace spindrift {
namespace {

using namespace testing;

void expect_hint(const std::string& text, const std::string& hint, const std::vector<std::string>& overrides = {}) {
  const std::string error = error_of(text, overrides);
  EXPECT_TRUE(error.ends_with(hint)) << error;
}

TEST(scene_hints, words_need_quotes) {
  expect_hint(liquid_2d("shape = box\n"), "; words need quotes: shape = \"box\"");
  expect_hint("[domain]\nsize = [1, 1]\nopen = [top, left]  # sides\n",
              "; words need quotes: open = [\"top\", \"left\"]");
}

TEST(scene_hints, of_lines_that_are_not_toml) {
  expect_hint("title = \u201cx\u201d\n", "; use straight quotes, \" or ', in place of curly ones");
  expect_hint("[time]\nfps: 60\n", "; write fps = ..., with an equals sign");
  expect_hint("// a comment\n", "; comments begin with #");
  expect_hint("[output]\nmovie = True\n", "; write movie = true, in small letters");
  expect_hint("[time]\nfps = \n", "; 'fps' has no value");
  expect_hint("[time]\nfps = 60 Hz\n", "; numbers stand without a unit: 60; units are SI");
  expect_hint("[domain]\nsize = [1.0 m, 2 m]\n", "; numbers stand without a unit: 1.0; units are SI");
  expect_hint("[solver]\nflip = 0,95\n", "; decimals take a point: 0.95");
  expect_hint("[solver]\nflip = .95\n", "; a number needs digits on both sides of its point: 0.5, 1.0");
  expect_hint("[domain]\nsize = [1., 1.]\n", "; a number needs digits on both sides of its point: 0.5, 1.0");
  expect_hint("[time]\nfps = 1/60\n", "; numbers are written out, nothing is computed");
  expect_hint("[domain]\nsize = (1, 1)\n", "; lists are written in square brackets, as [0, 1]");
  expect_hint("[[liquid]\nshape = \"box\"\n", "; a table is written [domain], one of several [[liquid]]");
  expect_hint("{\"domain\": {}}\n", "; scenes are written in TOML: a line [domain], then size = [2.0, 1.0]");
  expect_hint("a = {b = 1,\nc = 2}\n", "; a table in braces stands on one line, as {key = value, key = value}");
  expect_hint("min = [0, 0\nmax = [1, 1]\n", "; the list above is not closed with ]");
  expect_hint("\xff\xfe[", "; save the file as UTF-8 text");
  expect_hint("[domain\nsize = [1, 1]\n", "; a table is written [domain], one of several [[liquid]]");
}

TEST(scene_hints, of_what_stands_there_twice) {
  expect_hint("[liquid]\nshape = \"box\"\n[liquid]\nshape = \"box\"\n",
              "; a table stands in a file once; those of which there may be many are written [[liquid]]");
  expect_hint("[time]\nfps = 1\nfps = 2\n", "; a key stands in a table once");
}

TEST(scene_hints, of_numbers_beyond_numbers) {
  EXPECT_EQ(error_of("[fluid]\nviscosity = 1e-400\n"),
            "scene.toml:2:19: error: 1e-400 is too small to be told from 0; write 0");
  EXPECT_EQ(error_of("[fluid]\nviscosity = 1e400\n"), "scene.toml:2:18: error: 1e400 is too large a number");
  EXPECT_EQ(error_of(scene_2d(""), {"fluid.viscosity=1e-400"}), "no error") << "0 is meant";
  EXPECT_EQ(error_of(scene_2d(""), {"time.fps=1e-400"}),
            "--set: error: 'fps' in [time] must be between 0.001 and 1000000, found 0.0");
}

TEST(scene_hints, other_words_for_the_same) {
  expect_hint(liquid_2d("shape = \"circle\"\n"), "; did you mean 'sphere'?");
  for (const std::string word : {"rectangle", "Cube", "square"})
    expect_hint(liquid_2d("shape = \"" + word + "\"\n"), "; did you mean 'box'?");
  expect_hint(scene_2d("[[obstacle]]\nshape = \"box\"\n"), "; did you mean [[solid]]?");
  expect_hint(scene_2d("[camera]\neye = [0, 0]\n"), "; did you mean [render]?");
  expect_hint(liquid_2d("shape = \"sphere\"\ncentre = [1, 1]\nradius = 1\n"), "; did you mean 'center'?");
  expect_hint("[domain]\nsize = [1, 1]\nopen = [\"up\"]\n", "; did you mean 'top'?");
  EXPECT_EQ(likely_word("circle", {"box", "plane"}), "") << "only what there is";
}

TEST(scene_hints, a_misspelt_table_or_kind_is_not_a_missing_one) {
  expect_hint("[domian]\nsize = [1, 1]\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n",
              "unknown table [domian]; did you mean [domain]?");
  expect_hint(liquid_2d("shap = \"box\"\n"), "unknown key 'shap' in [[liquid]]; did you mean 'shape'?");
}

TEST(scene_hints, a_key_in_the_wrong_table) {
  expect_hint(scene_2d("[particles]\nfps = 30\n"), "unknown key 'fps' in [particles]; it belongs into [time]");
  expect_hint("gravity = [0, -1]\n" + scene_2d(""), "unknown key 'gravity'; it belongs into [forces]");
  expect_hint("frames = 10\n" + scene_2d(""), "unknown key 'frames'; it belongs into [time]");  // and is no [frame]
  expect_hint("[domain]\nsize = [1, 1]\ntitle = \"x\"\n",
              "unknown key 'title' in [domain]; it belongs at the top of the file, before the first table");
}

TEST(scene_hints, a_title_behind_a_table) {
  expect_hint(scene_2d("title = \"x\"\n"), "; it belongs at the top of the file, before the first table");
}

TEST(scene_hints, values_of_another_type) {
  expect_hint(scene_2d("[output]\nmovie = \"true\"\n"), "found the text 'true'; write true, without quotes");
  expect_hint(scene_2d("[output]\nmovie = 0\n"), "found 0; write false");
  expect_hint(scene_2d("[output]\nparticles = [\"csv\"]\n"),
              "'particles' in [output] must be true or false, found a list of 1; 'formats' says in which formats");
  expect_hint(scene_2d("[time]\nfps = \"60\"\n"), "found the text '60'; write 60, without quotes");
  expect_hint(scene_2d("[fluid]\nviscosity = \"2 mPa s\"\n"),
              "found the text '2 mPa s'; write the number alone, in Pa s");
  expect_hint("[domain]\nsize = [1, 1]\nresolution = 64.0\n", "must be a whole number, found 64.0; write 64");
  expect_hint(scene_2d("[[solid]]\nshape = \"sphere\"\ncenter = [1, 1]\nradius = 0.1\nkeyframes = {time = 0}\n"),
              "must be a list of tables, found a table; write [{...}]");
  expect_hint("[[domain]]\nsize = [1, 1]\n", "'domain' must be a table, found a list of 1; write [domain]");
}

TEST(scene_hints, lists_on_the_command_line) {
  const auto open = [](const std::string& text) {
    const auto scene = parse_scene(scene_2d(""), "scene.toml", {"domain.open=" + text});
    EXPECT_TRUE(scene) << to_string(scene.error());
    return scene ? scene->domain.open : std::vector<Side>{};
  };
  EXPECT_EQ(open("top"), std::vector<Side>{Side::kTop});
  EXPECT_EQ(open("top, left"), (std::vector<Side>{Side::kTop, Side::kLeft}));
  EXPECT_EQ(open("[top,left]"), (std::vector<Side>{Side::kTop, Side::kLeft}));
  expect_hint(scene_2d(""), "; did you mean 'top'?", {"domain.open=topp"});
  expect_hint(scene_2d(""), "found the text '2,1'; write [2,1]", {"domain.size=2,1"});
}

TEST(scene_hints, long_lines_and_nothing_get_none) {
  EXPECT_EQ(toml_hint(std::string(100000, '='), ""), "");
  EXPECT_EQ(toml_hint("", ""), "");
}

}  // namespace
}  // namespace spindrift
