// The commands that only talk.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/program.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

TEST(Help, names_every_command) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"--help"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* command : {"run", "check", "scenes", "stages", "view", "bench", "validate", "info"})
    EXPECT_NE(outcome.out.find(std::string("\n  ") + command + " "), std::string::npos) << command;
  EXPECT_EQ(outcome.out.find("scene-format"), std::string::npos);
}

TEST(Help, every_command_explains_itself) {
  const TemporaryFolder folder;
  for (const std::string command :
       {"run", "check", "scenes", "stages", "render", "view", "bench", "validate", "info"}) {
    const Outcome outcome = run_program(folder, {command, "--help"});
    EXPECT_EQ(outcome.exit_code, 0) << command;
    expect_contains(outcome.out, "Usage: spindrift " + command);
    const std::size_t examples = std::min(outcome.out.find("Examples:\n"), outcome.out.size());
    expect_contains(outcome.out.substr(examples), "  spindrift " + command);
    EXPECT_EQ(outcome.out.find("what there is to run"), std::string::npos) << "these are the general examples";
  }
}

TEST(Help, marks_required_arguments) {
  const TemporaryFolder folder;
  EXPECT_NE(run_program(folder, {"run", "--help"}).out.find("[OPTIONS] SCENE\n"), std::string::npos);
  const std::string validate = run_program(folder, {"validate", "--help"}).out;
  expect_contains(validate, "[OPTIONS] [CASE...]\n");
  EXPECT_EQ(validate.find("REQUIRED"), std::string::npos) << validate;
}

TEST(Help, of_run_names_everything_that_a_run_writes) {
  const TemporaryFolder folder;
  const std::string help = run_program(folder, {"run", "--help"}).out;
  const std::string page = read_file(SPINDRIFT_SOURCE_DIR "/docs/outputs.md");
  for (const std::string name :
       {"particles/frame_0000.ply", "volumes/frame_0000.vti", "surface/frame_0000.ply", "frames/frame_0000.png",
        "movie.mp4", "particles.pvd", "volumes.pvd", "probes.csv", "stats.jsonl", "memory.csv", "report.html",
        "scene.toml", "run.json", "checkpoints/", "checksums.txt"}) {
    EXPECT_NE(help.find(name), std::string::npos) << name << " in the help";
    EXPECT_NE(page.find("`" + name), std::string::npos) << name << " in the manual";
  }
}

TEST(Help, names_the_variable_for_your_own_scenes) {
  const TemporaryFolder folder;
  EXPECT_NE(run_program(folder, {"scenes", "--help"}).out.find("SPINDRIFT_SCENES"), std::string::npos);
  EXPECT_NE(read_file(SPINDRIFT_SOURCE_DIR "/docs/getting-started.md").find("`SPINDRIFT_SCENES`"), std::string::npos);
}

TEST(Help, version_is_one_line) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out.rfind("spindrift ", 0), 0u);
  EXPECT_EQ(lines_of(outcome.out).size(), 1u);
}

TEST(Help, wrong_use_ends_with_2_and_says_what_to_do) {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> uses = {{},
                                                      {"frobnicate"},
                                                      {"run"},
                                                      {"run", "a", "b"},
                                                      {"run", "x", "--frames", "0"},
                                                      {"run", "x", "--threads", "many"},
                                                      {"bench", "x", "--steps", "-1"},
                                                      {"view"},
                                                      {"view", "x", "--port", "70000"},
                                                      {"view", "x", "--no-brwser"},
                                                      {"run", "x", "--no-such-option"}};
  for (const auto& use : uses) {
    const Outcome outcome = run_program(folder, use);
    EXPECT_EQ(outcome.exit_code, 2) << ::testing::PrintToString(use);
    expect_contains(outcome.err, "--help");
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Scenes, every_shipped_scene_is_listed_and_passes_the_check) {
  const TemporaryFolder folder;
  const Outcome list = run_program(folder, {"scenes"});
  EXPECT_EQ(list.exit_code, 0);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPINDRIFT_SOURCE_DIR "/scenes"))
    if (entry.path().extension() == ".toml") ++files;
  EXPECT_EQ(lines_of(list.out).size(), files);
  for (const std::string& line : lines_of(list.out)) {
    const std::string name = line.substr(0, line.find(' '));
    const Outcome check = run_program(folder, {"check", name});
    EXPECT_EQ(check.exit_code, 0) << name << ": " << check.err;
  }
}

TEST(Check, says_what_would_run_and_writes_nothing) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  const Outcome outcome = run_program(folder, {"check", "small.toml", "--set", "domain.resolution=32"});
  EXPECT_EQ(outcome.exit_code, 0);
  expect_contains(outcome.out, "32 x 16 cells");
  expect_contains(outcome.out, "particles");
  expect_contains(outcome.out, "memory");
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Check, lists_what_would_be_written) {
  const TemporaryFolder folder;
  folder.add("flat.toml", small_scene_2d("[[probe]]\nkind = \"height\"\nname = \"a\"\nposition = [0.1, 0]\n"));
  folder.add("deep.toml", small_scene_3d());
  const Outcome flat = run_program(folder, {"check", "flat.toml", "--set", "surface.write=\"ply\""});
  expect_contains(flat.out, "particles, surface outlines, pictures, movie, probes, statistics, report, checkpoints\n");
  const Outcome none = run_program(folder, {"check", "deep.toml", "--set", "output.formats=[]"});
  expect_contains(none.out, "output     statistics, report, checkpoints\n");
  const Outcome deep = run_program(folder, {"check", "deep.toml", "--set", "surface.write=\"obj\""});
  expect_contains(deep.out, "particles, surface meshes, statistics, report, checkpoints\n");
}

TEST(Check, says_how_liquids_are_filled) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  auto says = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    const Outcome outcome = run_program(folder, arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const std::string& line : lines_of(outcome.out))
      if (line.find("  particles ") == 0) return line.substr(line.find('(')) + outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(says({"small.toml", "--set", "particles.per_cell=9"}), "(9 per cell, regular)");
  EXPECT_EQ(says({"small.toml", "--set", "particles.per_cell=0"}), "(4 per cell, regular)");  // the default
  EXPECT_EQ(says({"seed_marten_dam"}).find("(lattice, 0.1667 cells apart)"), 0u);
  EXPECT_EQ(says({"seed_muller"}).find("(hexagonal, radius"), 0u);
  const std::string both = says({"seed_muller", "--set", "particles.per_cell=9"});
  expect_contains(both, "warning: particles.per_cell has no effect without particles.packing");
}

TEST(Stages, are_numbered_and_name_a_file_that_exists) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"stages", "dam_break_2d"});
  EXPECT_EQ(outcome.exit_code, 0);
  expect_contains(outcome.out, "project pressure");
  for (const std::string& line : lines_of(outcome.out)) {
    const std::string file = line.substr(line.rfind(' ') + 1);
    EXPECT_TRUE(std::filesystem::exists(std::string(SPINDRIFT_SOURCE_DIR) + "/" + file)) << line;
  }
}

TEST(SceneFormat, page_in_the_manual_is_the_one_the_program_prints) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(folder, {"scene-format"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.out == read_file(SPINDRIFT_SOURCE_DIR "/docs/scene-format.md"))
      << "update it: ./spindrift scene-format > docs/scene-format.md";
}

TEST(Output, that_cannot_be_written_is_a_failure) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_program(folder, {"scenes"}, {.out_file = "/dev/full"}).exit_code, 1);
}

}  // namespace
}  // namespace spindrift::testing
