// What makes a scene another one.
#include "keys/scene_difference.h"

#include <gtest/gtest.h>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

Scene parsed_with(const std::vector<std::string>& overrides) {
  const std::string text =
      "[domain]\nsize = [1.0, 1.0]\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.5, 0.5]\n"
      "[[liquid]]\nshape = \"sphere\"\ncenter = [0.7, 0.7]\nradius = 0.1\n";
  auto scene = parse_scene(text, "scene.toml", overrides);
  EXPECT_TRUE(scene) << scene.error().message;
  return *scene;
}

std::string scene_with(const std::vector<std::string>& overrides) { return scene_lines(parsed_with(overrides)); }

TEST(SceneDifference, is_none_between_equal_scenes) {
  EXPECT_FALSE(first_difference(scene_with({}), scene_with({"solver.flip=0.95"})));
}

TEST(SceneDifference, ignores_length_title_outputs_and_checkpoints) {
  EXPECT_FALSE(first_difference(
      scene_with({}), scene_with({"time.frames=7", "title=other", "output.every=3", "checkpoint.every_frames=5"})));
}

TEST(SceneDifference, names_the_key_and_both_values) {
  const auto found = first_difference(scene_with({}), scene_with({"solver.flip=0.9"}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->key, "solver.flip");
  EXPECT_EQ(found->before, "0.95");
  EXPECT_EQ(found->now, "0.9");
}

// Particles carry it then; before they do, it is a matter of pictures.
TEST(SceneDifference, the_fluids_colour_counts_where_liquids_have_their_own) {
  EXPECT_FALSE(first_difference(scene_with({}), scene_with({"fluid.color=[1, 0, 0]"})));
  const auto found = first_difference(scene_with({"liquid.1.color=[0, 1, 0]"}),
                                      scene_with({"liquid.1.color=[0, 1, 0]", "fluid.color=[1, 0, 0]"}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->key, "liquid.2.color");
}

TEST(SceneDifference, looks_into_lists_of_tables) {
  const auto found = first_difference(scene_with({}), scene_with({"liquid.2.radius=0.2"}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->key, "liquid.2.radius");
  Scene fewer = parsed_with({});
  fewer.liquids.pop_back();
  const auto missing = first_difference(scene_with({}), scene_lines(fewer));
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->key, "liquid.2");
  EXPECT_EQ(missing->before, "a table");
  EXPECT_EQ(missing->now, "nothing");
  fewer.liquids.clear();
  ASSERT_TRUE(first_difference(scene_with({}), scene_lines(fewer)));
}

TEST(SceneDifference, names_a_keyframe_by_its_number) {
  const auto with_keyframes = [](const std::string& more) {
    return scene_with({"solid+={shape=\"sphere\", center=[0.2, 0.8], radius=0.1, keyframes=[{time=0.0}" + more + "]}"});
  };
  const std::string one = with_keyframes(", {time=1.0, position=[1, 0]}"), other = with_keyframes(", {time=2.0}");
  EXPECT_EQ(first_difference(one, other)->key, "solid.1.keyframes.2.time");
  EXPECT_EQ(first_difference(with_keyframes(""), one)->key, "solid.1.keyframes.2");
  EXPECT_EQ(first_difference(scene_with({}), one)->key, "solid.1");
  EXPECT_EQ(first_difference(scene_with({}), one)->now, "a table");
}

TEST(SceneDifference, of_outputs_are_all_named_and_no_others) {
  const std::string changed =
      scene_with({"output.color=speed", "surface.smoothing=3", "fluid.color=[1, 0, 0]", "time.frames=7", "title=other",
                  "checkpoint.every_frames=5", "solver.flip=0.5"});
  std::string keys;
  for (const SceneDifference& one : output_differences(scene_with({}), changed)) keys += one.key + " ";
  EXPECT_EQ(keys, "fluid.color output.color surface.smoothing ");
  EXPECT_TRUE(output_differences(changed, changed).empty());
}

}  // namespace
}  // namespace spindrift
