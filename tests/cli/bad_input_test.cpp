// Everything a user can get wrong: a clear message, exit code 2, and nothing written.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

// Runs `scene.toml` and expects it to be refused with a message that contains all `parts`.
void expect_refused(const std::string& scene, const std::vector<std::string>& parts,
                    const std::vector<std::string>& more_arguments = {}) {
  const TemporaryFolder folder;
  folder.add("scene.toml", scene);
  std::vector<std::string> arguments = {"run", "scene.toml"};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  const Outcome outcome = run_program(folder, arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  for (const std::string& part : parts)
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " in " << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(fs::exists(folder / "out")) << "nothing may be written";
}

TEST(BadInput, missing_file) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"run", "none.toml"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err.rfind("none.toml: error: ", 0), 0u) << outcome.err;
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST(BadInput, half_a_scene_name_gets_the_whole_and_where_all_are) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"run", "dambreak"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "dambreak: error: there is no scene and no file of this name; did you mean 'dam_break_2d'? 'spindrift "
            "scenes' lists the scenes\n");
}

TEST(BadInput, misspelt_commands_and_options_get_the_nearest) {
  const TemporaryFolder folder;
  const auto said = [&](const std::vector<std::string>& arguments) { return run_program(folder, arguments).err; };
  EXPECT_EQ(said({"rnu", "dam_break_2d"}),
            "error: there is no command 'rnu'; did you mean 'run'?\nTry 'spindrift --help'.\n");
  EXPECT_EQ(said({"dam_break_2d"}),
            "error: there is no command 'dam_break_2d'; did you mean 'spindrift run dam_break_2d'?\n"
            "Try 'spindrift --help'.\n");
  EXPECT_EQ(said({"--threads", "2", "run", "dam_break_2d"}),
            "error: '--threads' stands before the command; put options behind it\nTry 'spindrift run --help'.\n");
  EXPECT_EQ(said({"render", "out", "--frame", "3"}),
            "error: 'render' has no option '--frame'; did you mean '--frames'?\nTry 'spindrift render --help'.\n");
  EXPECT_EQ(said({"run", "dam_break_2d", "twice"}), "error: unexpected word 'twice'\nTry 'spindrift run --help'.\n");
  for (const auto& [wrong, right] :
       {std::pair{"--resum", "--resume"}, std::pair{"--frame=3", "--frames"}, std::pair{"-out", "--out"}}) {
    const std::string text = said({"run", "dam_break_2d", wrong});
    expect_contains(text, std::string("; did you mean '") + right + "'?\n");
  }
}

TEST(BadInput, a_folder_of_scenes_that_is_not_there) {
  const TemporaryFolder folder;
  ::setenv("SPINDRIFT_SCENES", "/no/such/folder", 1);
  const Outcome list = run_program(folder, {"scenes"}), run = run_program(folder, {"run", "no_such_scene"}),
                shipped = run_program(folder, {"check", "dam_break_2d"});
  ::unsetenv("SPINDRIFT_SCENES");
  for (const Outcome& outcome : {list, run, shipped}) {
    expect_says(outcome, 2, "SPINDRIFT_SCENES names '/no/such/folder', which is no folder");
  }
}

// tests/unit/scene/messages.tsv has all messages about scenes; here is how the program passes them on.
TEST(BadInput, in_scenes_and_overrides) {
  const std::string source = "[[source]]\nshape = \"sphere\"\ncenter = [0.7, 0.25]\nvelocity = [0, -1]\n";
  const std::string ball = "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.25]\nradius = 0.2\n";
  const struct {
    std::string scene, says;
    std::vector<std::string> arguments;
  } cases[] = {
      {"title = \"x\"\n[domain\nsize = [1, 1]\n", "scene.toml:2:8: error: broken TOML", {}},
      {small_scene_2d("[solver]\npresure = \"pcg\"\n"), "scene.toml:13:1: error: unknown key 'presure'", {}},
      {small_scene_2d("[solver]\npresure = \"pcg\"\nflip = 2\n[drift]\ntolerance = \"low\"\n"),
       "did you mean 'pressure'?\nscene.toml:14:8: error: 'flip' in [solver] must be between 0 and 1, found 2\n"
       "scene.toml:16:13: error: 'tolerance' in [drift] must be a number, found the text 'low'",
       {}},
      {small_scene_2d(), "--set: error: unknown key 'presure'", {"--set", "solver.presure=pcg"}},
      {small_scene_2d(), "--set: error: 'nonsense' must have the form", {"--set", "nonsense"}},
      {small_scene_2d(ball + source + "radius = 0.1\n"), "scene.toml:16:1: error: this source lies inside a solid", {}},
      {small_scene_2d(source + "radius = 0.001\n"), "scene.toml:12:1: error: this source is too small", {}},
      {small_scene_2d("[[solid]]\nshape = \"box\"\nmin = [-1, -1]\nmax = [0.5, 0.4]\n"), "solid", {}},
      {small_scene_2d("[[liquid]]\nshape = \"sphere\"\ncenter = [0.7, 0.25]\nradius = 0.1\n" + ball),
       "scene.toml:12:1: error: all of this liquid lies inside of a solid",
       {}},
      {small_scene_3d("[[solid]]\nshape = \"mesh\"\nfile = \"none.obj\"\n"), "none.obj", {}},
      {small_scene_3d(), "scene.toml: error: the scene needs about ", {"--set", "domain.resolution=20000"}},
  };
  for (const auto& [scene, says, arguments] : cases) expect_refused(scene, {"error: ", says}, arguments);
}

TEST(BadInput, a_source_in_a_solid_that_moves_is_only_warned_of) {
  const TemporaryFolder folder;
  folder.add("scene.toml", small_scene_2d("[[source]]\nshape = \"sphere\"\ncenter = [0.7, 0.25]\nradius = 0.1\n"
                                          "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.25]\nradius = 0.2\n"
                                          "velocity = [0.1, 0]\n"));
  const Outcome outcome = run_program(folder, {"check", "scene.toml"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string said = outcome.out + outcome.err;
  expect_contains(said, "source 1 lies inside a solid at the start");
}

TEST(BadInput, numbers_at_the_ends_of_their_ranges_run_and_those_beyond_are_refused) {
  for (const auto& [within, beyond] :
       {std::pair{"liquid.velocity=[1e6, 0]", "liquid.velocity=[1e200, 0]"},
        std::pair{"forces.gravity=[0, -1e6]", "forces.gravity=[1e30, 0]"}, std::pair{"time.fps=1e6", "time.fps=1e7"},
        std::pair{"time.fps=1e-3", "time.fps=1e-4"}, std::pair{"fluid.density=1e-6", "fluid.density=1e-7"}}) {
    expect_refused(small_scene_2d(), {"--set: error: ", "must be between"}, {"--set", beyond});
    const TemporaryFolder folder;
    folder.add("scene.toml", small_scene_2d());
    const Outcome outcome = run_program(folder, {"run", "scene.toml", "--set", within});
    EXPECT_EQ(outcome.exit_code, 0) << within << outcome.err;
  }
  for (const std::string size : {"1e-6", "1e6"}) {
    const TemporaryFolder folder;
    folder.add("scene.toml", "[domain]\nsize = [" + size + ", " + size + "]\n[time]\nframes = 3\n" +
                                 "[[liquid]]\nshape = \"sphere\"\ncenter = [0, 0]\nradius = " + size + "\n");
    expect_success(run_program(folder, {"run", "scene.toml"}));
  }
}

TEST(BadInput, a_count_that_is_no_whole_number_is_told_from_one_out_of_range) {
  const TemporaryFolder folder;
  folder.add("scene.toml", small_scene_2d());
  for (const char* text : {"abc", "1.5"}) {
    expect_says(run_program(folder, {"run", "scene.toml", "--frames", text}), 2,
                "--frames: '" + std::string(text) + "' is not a whole number");
  }
  const Outcome outcome = run_program(folder, {"run", "scene.toml", "--frames", "0"});
  expect_contains(outcome.err, "--frames: 0 is not between 1 and 1000000");
}

}  // namespace
}  // namespace spindrift::testing
