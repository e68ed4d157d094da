// Edits of a scene that was read already.
#include <gtest/gtest.h>

#include "keys/scene_difference.h"
#include "spindrift/scene_file.h"
#include "support/scene_texts.h"

namespace spindrift {
namespace {

using testing::scene_2d;

Scene scene_2d_with(const std::string& rest = "") {
  auto scene = parse_scene(scene_2d(rest), "scene.toml");
  EXPECT_TRUE(scene) << to_string(scene.error());
  return *scene;
}

std::string error_of_edits(const Scene& scene, const std::vector<std::string>& edits) {
  const auto edited = edit_scene(scene, edits);
  return edited ? "no error" : to_string(edited.error());
}

TEST(EditScene, sets_keys_and_adds_to_lists) {
  const auto edited =
      edit_scene(scene_2d_with("[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.5]\nradius = 0.1\n"),
                 {"solver.flip=0.5", "source+={shape = \"sphere\", center = [1.0, 0.8], radius = 0.1, start = 0.25}",
                  "source.1.end=0.75", "solid.1.keyframes+={time = 0.0}",
                  "solid.1.keyframes+={time = 1.0, position = [0.25, 0.0]}"});
  ASSERT_TRUE(edited) << to_string(edited.error());
  EXPECT_EQ(edited->solver.flip, 0.5);
  ASSERT_EQ(edited->sources.size(), 1u);
  EXPECT_EQ(edited->sources[0].start, 0.25);
  EXPECT_EQ(edited->sources[0].end, 0.75);
  ASSERT_EQ(edited->solids[0].keyframes.size(), 2u);
  EXPECT_EQ(edited->solids[0].keyframes[1].position[0], 0.25);
}

TEST(EditScene, an_edit_that_changes_nothing_keeps_every_setting) {
  const Scene scene = scene_2d_with(
      "[solver]\ntransfer = \"apic\"\n[[probe]]\nkind = \"height\"\nname = \"gauge\"\nposition = [1, 0]\n");
  const auto edited = edit_scene(scene, {});
  ASSERT_TRUE(edited) << to_string(edited.error());
  EXPECT_EQ(*scene_to_toml(*edited), *scene_to_toml(scene));
}

TEST(EditScene, mistakes_are_those_of_a_file) {
  const Scene scene = scene_2d_with();
  EXPECT_EQ(error_of_edits(scene, {"solver.flip=2"}),
            "--set: error: 'flip' in [solver] must be between 0 and 1, found 2");
  EXPECT_EQ(error_of_edits(scene, {"solver.flop=1"}),
            "--set: error: unknown key 'flop' in [solver]; did you mean 'flip'?");
  EXPECT_EQ(error_of_edits(scene, {"title+={a = 1}"}), "--set: error: 'title' is not a list");
  EXPECT_EQ(error_of_edits(scene, {"drain+=3"}), "--set: error: 'drain' must be a list of tables, found 3");
}

TEST(EditScene, what_is_fixed_cannot_change_while_a_scene_runs) {
  const Scene scene = scene_2d_with();
  const auto refusal = [&](const std::string& edit) {
    const auto edited = edit_scene(scene, {edit});
    EXPECT_TRUE(edited) << edit;
    const Status possible = check_change(scene, *edited);
    return possible ? "may change" : possible.error().message;
  };
  EXPECT_EQ(refusal("domain.resolution=32"),
            "'domain.resolution' cannot change while the scene runs; restart to change it");
  EXPECT_EQ(refusal("particles.seed=7"), "'particles.seed' cannot change while the scene runs; restart to change it");
  EXPECT_EQ(refusal("liquid.1.velocity=[1, 0]"), "[[liquid]] cannot change while the scene runs; restart to change it");
  EXPECT_EQ(refusal("time.fps=30"), "'time.fps' cannot change while the scene runs; restart to change it");
  EXPECT_EQ(refusal("solver.flip=0.5"), "may change");
  EXPECT_EQ(refusal("forces.gravity=[1, -9]"), "may change");
}

TEST(EditScene, a_recording_plays_into_an_ordinary_scene) {
  Scene scene = scene_2d_with();
  scene.commands = {{3, {"forces.gravity_keyframes+={time = 0.0, gravity = [0, -9.81]}"}},
                    {9, {"forces.gravity_keyframes+={time = 1.0, gravity = [5, -8]}", "solver.flip=0.5"}}};
  const auto text = scene_to_toml(scene);
  ASSERT_TRUE(text);
  const auto read_back = parse_scene(*text, "recording.toml");
  ASSERT_TRUE(read_back) << to_string(read_back.error());
  ASSERT_EQ(read_back->commands.size(), 2u);
  EXPECT_EQ(read_back->commands[1].step, 9);
  const auto played = played_scene(*read_back);
  ASSERT_TRUE(played) << to_string(played.error());
  EXPECT_TRUE(played->commands.empty());
  EXPECT_EQ(played->solver.flip, 0.5);
  EXPECT_EQ(played->forces.gravity_at(0.5)[0], 2.5);
}

TEST(EditScene, a_recording_that_could_not_be_played_is_refused_with_its_command) {
  Scene scene = scene_2d_with();
  scene.file = "recording.toml";
  scene.commands = {{3, {"solver.flip=0.5"}}, {5, {"domain.resolution=32"}}, {9, {"solver.flip=0.6"}}};
  EXPECT_EQ(to_string(played_scene(scene).error()),
            "recording.toml: error: command 2, before step 5: 'domain.resolution' cannot change while the scene runs; "
            "restart to change it");
  scene.commands[1].edits = {"solver.flop=1"};
  EXPECT_EQ(to_string(played_scene(scene).error()),
            "recording.toml: error: command 2, before step 5: unknown key 'flop' in [solver]; did you mean 'flip'?");
  scene.commands[1].edits = {"command+={step = 3, edits = []}"};
  EXPECT_EQ(to_string(played_scene(scene).error()),
            "recording.toml: error: command 2, before step 5: an edit cannot change commands");
}

TEST(EditScene, commands_must_be_in_order) {
  EXPECT_EQ(testing::error_of(
                scene_2d("[[command]]\nstep = 5\nedits = [\"solver.flip=0.5\"]\n[[command]]\nstep = 4\nedits = []\n")),
            "scene.toml:11:8: error: commands must be in order of 'step', found 4 after 5");
}

}  // namespace
}  // namespace spindrift
