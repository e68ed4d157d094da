// What a new user may type, and what it is taken for: each is answered with what was meant.
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class Mistakes : public ::testing::Test {
 protected:
  Mistakes() { folder_.add("small.toml", small_scene_2d("[output]\npictures = false\n")); }
  void expect_command_says(const std::vector<std::string>& words, int exit_code, const std::string& part,
                           const Surroundings& around = {}) {
    const Outcome outcome = run_program(folder_, words, around);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    expect_contains(outcome.err, part);
  }

  TemporaryFolder folder_;
};

TEST_F(Mistakes, set_takes_one_value_and_leaves_the_scene) {
  for (const char* command : {"check", "stages"}) {
    const Outcome outcome = run_program(folder_, {command, "--set", "domain.resolution=20", "small.toml"});
    EXPECT_EQ(outcome.exit_code, 0) << command << ": " << outcome.err;
  }
  const Outcome run = run_program(
      folder_, {"run", "--set", "domain.resolution=20", "--set", "time.frames=1", "small.toml", "--out", "out/set"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  expect_contains(run.out, "20 x ");
  expect_success(
      run_program(folder_, {"bench", "--set", "domain.resolution=20", "small.toml", "--steps", "1", "--warmup", "0"}));
  expect_command_says({"render", "--set", "output.color=speed", "no_such_folder"}, 2,
                      "no_such_folder is not the folder of a run");
  expect_command_says({"render", "set"}, 2, "set is not the folder of a run; did you mean 'out/set'?");
}

TEST_F(Mistakes, an_option_in_the_place_of_a_folder_makes_none) {
  for (const char* word : {"--overwrite", "--quiet", "--", "-h"}) {
    expect_command_says({"run", "small.toml", "--out", word}, 2,
                        "--out: '" + std::string(word) +
                            "' looks like an option; give the name of a folder, or write './" + word +
                            "' for a folder of that name");
    EXPECT_FALSE(fs::exists(folder_ / word));
  }
  expect_command_says({"validate", "--list", "--out", "--quick"}, 2, "looks like an option");
  expect_command_says({"view", "small.toml", "--out", "--no-browser"}, 2, "looks like an option");
  EXPECT_EQ(run_program(folder_, {"run", "small.toml", "--out", "./--quiet"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "--quiet/run.json"));
}

TEST_F(Mistakes, a_home_folder_that_the_shell_did_not_see_is_said) {
  expect_command_says({"run", "small.toml", "--out", "~/x"}, 2, "write $HOME/x, or './~/x' for a folder called '~'");
  expect_command_says({"run", "small.toml", "--out=~"}, 2, "write $HOME, or './~' for a folder called '~'");
  EXPECT_FALSE(fs::exists(folder_ / "~"));
  EXPECT_EQ(run_program(folder_, {"run", "small.toml", "--out", "~x"}).exit_code, 0) << "a name like any other";
}

TEST_F(Mistakes, a_pipe_in_the_place_of_a_scene_is_refused_and_standard_input_taken) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.toml").c_str(), 0600), 0);
  expect_command_says({"run", "pipe.toml"}, 2, "pipe.toml: error: this is not an ordinary file");
  expect_command_says({"check", "/dev/zero"}, 2, "/dev/zero: error: this is not an ordinary file");
  expect_success(run_program(folder_, {"check", "/dev/stdin"}, {.in_text = small_scene_2d()}));
}

TEST_F(Mistakes, a_misspelt_table_for_render_gets_the_nearest) {
  ASSERT_EQ(run_program(folder_, {"run", "small.toml", "--out", "out"}).exit_code, 0);
  expect_command_says({"render", "out", "--set", "outptu.color=speed"}, 2,
                      "--set: error: unknown table [outptu]; did you mean [output]?");
  expect_command_says({"render", "out", "--set", "solid.radius=1"}, 2, "'solid.radius' is settled by the run");
  expect_command_says({"render", "out", "--camera", "3"}, 2, "--camera takes a place such as 1,2,3, found '3'");
}

TEST_F(Mistakes, a_note_in_the_scene_of_a_run_is_said_to_belong_elsewhere) {
  ASSERT_EQ(run_program(folder_, {"run", "small.toml", "--out", "out"}).exit_code, 0);
  std::ofstream(folder_ / "out/scene.toml", std::ios::app) << "# the best so far\n";
  expect_command_says(
      {"render", "out"}, 2,
      "; put it back as the run has written it: notes are for another file, and what pictures shall show for "
      "--set");
}

TEST_F(Mistakes, what_may_not_be_read_is_not_called_missing) {
  if (::geteuid() == 0 && ::prctl(PR_CAPBSET_READ, CAP_SETPCAP, 0, 0, 0) != 1) GTEST_SKIP() << "root without bounds";
  ASSERT_EQ(run_program(folder_, {"run", "small.toml", "--out", "out"}).exit_code, 0);
  const Surroundings as_user{.obeys_permissions = true};
  for (const char* closed : {"out", "out/particles"}) {
    fs::permissions(folder_ / closed, fs::perms::none);
    expect_command_says({"info", "out"}, 2, "Permission denied", as_user);
    expect_command_says({"info", "out/particles/frame_0000.ply"}, 2, "Permission denied", as_user);
    const Outcome info = run_program(folder_, {"info", "out"}, as_user);
    EXPECT_EQ(info.err.find("missing"), std::string::npos) << info.err;
    fs::permissions(folder_ / closed, fs::perms::owner_all);
  }
}

TEST_F(Mistakes, a_shipped_scene_is_not_taken_for_the_file_of_that_name) {
  folder_.add("dam_break_2d.toml", small_scene_2d());
  expect_says(run_program(folder_, {"check", "dam_break_2d"}), 0,
              "write 'dam_break_2d.toml' for the file in this folder");
  EXPECT_EQ(run_program(folder_, {"check", "dam_break_2d.toml"}).err.find("the file of that name"), std::string::npos);
}

}  // namespace
}  // namespace spindrift::testing
