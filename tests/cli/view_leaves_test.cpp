// What a view leaves at its end, and of scenes that others have replaced.
#include <gtest/gtest.h>

#include "cli/view.h"

namespace spindrift::testing {
namespace {

using ViewLeaves = ViewTest;

TEST_F(ViewLeaves, ctrl_c_leaves_a_state_that_a_run_continues_with_the_same_bits) {
  folder.add("plain.toml", small_scene_2d());
  View view(folder, {"plain.toml"});
  ASSERT_TRUE(view.is_up());
  {
    SocketClient page(view.port()), other(view.port());
    page.say(R"({"do":"speed","factor":0.5})");
    page.say(R"({"do":"play"})");
    ASSERT_TRUE(plays_until(page, 0.1));
    other.say("nonsense");
  }  // closed tabs change nothing
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  expect_contains(outcome.out, "out/plain_view");
  const std::vector<std::string> files = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder / "out/plain_view/checkpoints"))
      names.push_back(entry.path().filename().string());
    return names;
  }();
  ASSERT_EQ(files.size(), 1u);
  const int frames = std::stoi(files[0].substr(6)) + 3;
  const std::string more = std::to_string(frames);
  expect_success(run_program(
      folder, {"run", "out/plain_view/scene.toml", "--out", "out/plain_view", "--resume", "--frames", more}));
  ASSERT_EQ(run_program(folder, {"run", "out/plain_view/scene.toml", "--out", "out/again", "--frames", more}).exit_code,
            0);
  const auto last_line = [&](const std::string& run) {
    return parse_json_lines(read_file(folder / ("out/" + run + "/stats.jsonl"))).back();
  };
  EXPECT_EQ(last_line("plain_view")["frame"].number, frames);
  EXPECT_EQ(last_line("plain_view")["state_hash"].string, last_line("again")["state_hash"].string);
}

TEST_F(ViewLeaves, a_recording_left_early_keeps_its_remaining_commands) {
  folder.add("played.toml", small_scene_2d("[[command]]\nstep = 1000000\nedits = [\"solver.flip=0.5\"]\n"));
  View view(folder, {"played.toml"});
  ASSERT_TRUE(view.is_up());
  SocketClient page(view.port());
  page.say(R"({"do":"play"})");
  ASSERT_TRUE(plays_until(page, 0.05));
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  const std::string left = "out/played_view";
  EXPECT_NE(read_file(folder / (left + "/scene.toml")).find("solver.flip=0.5"), std::string::npos);
  expect_says(run_program(folder, {"run", left + "/scene.toml", "--out", left, "--resume", "--frames", "20"}), 0,
              "the last 1 of 1 commands were not reached");
}

TEST_F(ViewLeaves, a_changed_table_leaves_a_recording) {
  const std::string beach = "x,y\n0,0.1\n1,0.2\n";
  folder.add("beach.csv", beach);
  folder.add("shore.toml", small_scene_2d("[[solid]]\nshape = \"below\"\nfile = \"beach.csv\"\n"));
  View view(folder, {"shore.toml"});
  ASSERT_TRUE(view.is_up()) << read_file(folder / "stderr.txt");
  SocketClient page(view.port());
  ASSERT_TRUE(page.hear_of("\"opened\""));
  page.say(R"({"do":"edit","edits":["solver.flip=0.5"]})");
  ASSERT_TRUE(page.hear_of("\"edited\""));
  folder.add("beach.csv", "x,y\n0,0.1\n1,0.3\n");
  const Outcome outcome = view.end(SIGINT);
  expect_says(outcome, 2, "the recording is in out/shore_view.toml");
  folder.add("beach.csv", beach);
  expect_success(run_program(folder, {"run", "out/shore_view.toml", "--frames", "1"}));
  EXPECT_NE(read_file(folder / "out/shore_view/scene.toml").find("solver.flip=0.5"), std::string::npos);
}

TEST_F(ViewLeaves, results_of_a_view_never_replace_files) {
  for (const char* expected : {"out/small_view", "out/small_view_2"}) {
    View view(folder, {"small.toml"});
    ASSERT_TRUE(view.is_up());
    const Outcome outcome = view.end(SIGTERM);
    EXPECT_EQ(outcome.exit_code, 143);
    EXPECT_TRUE(fs::exists(folder / (std::string(expected) + "/scene.toml"))) << expected;
  }
  expect_says(run_program(folder, {"view", "small.toml", "--out", "out/small_view", "--no-browser"}), 2,
              "holds the results of a run");
}

TEST_F(ViewLeaves, a_view_leaves_its_results_beside_a_folder_in_use) {
  View view(folder, {"small.toml", "--out", "v/"});
  ASSERT_TRUE(view.is_up());
  const TemporaryFolder other;
  ASSERT_EQ(run_program(other, {"run", folder / "small.toml", "--out", folder / "v", "--quiet"}).exit_code, 0);
  const Outcome outcome = view.end(SIGINT);
  expect_says(outcome, 130, "the folder v/ is in use by now; the results of this view are in v_2");
  expect_contains(outcome.out, "spindrift run v_2/scene.toml --out v_2 --resume");
  EXPECT_EQ(count_files(folder / "v_2/checkpoints"), 1);
  EXPECT_EQ(run_program(folder, {"info", "v"}).exit_code, 0) << "and the run is as it was";
}

TEST_F(ViewLeaves, a_folder_with_other_files_is_refused) {
  fs::create_directory(folder / "mine");
  folder.add("mine/scene.toml", small_scene_2d());
  expect_says(run_program(folder, {"view", "small.toml", "--out", "mine", "--no-browser"}), 2,
              "the folder mine holds scene.toml, which would be replaced");
}

// The words after --frames in the command that a view prints at its end.
int frames_to_go_on(const Outcome& outcome) {
  const std::string option = "--resume --frames ";
  const std::size_t begin = outcome.out.find(option);
  return begin == std::string::npos ? -1 : std::stoi(outcome.out.substr(begin + option.size()));
}

TEST_F(ViewLeaves, the_printed_command_continues) {
  {
    View view(folder, {"small.toml", "--out", "begun"});
    ASSERT_TRUE(view.is_up());
    EXPECT_EQ(frames_to_go_on(view.end(SIGINT)), 3) << "the scene's own";
  }
  View view(folder, {"small.toml", "--out", "played"});
  ASSERT_TRUE(view.is_up());
  {
    SocketClient page(view.port());
    page.say(R"({"do":"speed","factor":0})");
    page.say(R"({"do":"play"})");
    ASSERT_TRUE(plays_until(page, 0.2));
  }
  const int frames = frames_to_go_on(view.end(SIGINT));
  const int reached =
      std::stoi(fs::directory_iterator(folder / "played/checkpoints")->path().stem().string().substr(6));
  EXPECT_GE(reached, 3);
  EXPECT_GE(frames, reached + 100) << "ten seconds more";
}

TEST_F(ViewLeaves, warns_when_another_scene_replaces_a_changed_one) {
  View view(folder, {"small.toml"});
  ASSERT_TRUE(view.is_up());
  SocketClient page(view.port());
  ASSERT_TRUE(page.hear_of("\"opened\""));
  page.say(R"({"do":"edit","edits":["solver.flip=0.5"]})");
  page.say(R"({"do":"open","name":"dam_break_2d","set":["domain.resolution=16"]})");
  const auto replaced = page.hear_of("\"replaced\"", 60.0);
  ASSERT_TRUE(replaced);
  EXPECT_EQ(parse_json(replaced->bytes)["name"].string, "small");
  const Outcome outcome = view.end(SIGINT);
  expect_contains(outcome.err, "changes made to small are lost unless undo returns to it");
  expect_says(run_program(folder, {"render", "out/dam_break_2d_view"}), 2,
              "nothing was run in out/dam_break_2d_view yet");
}

}  // namespace
}  // namespace spindrift::testing
