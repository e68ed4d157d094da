// A disk that fills up while a run goes on.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"
#include "support/small_mount.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

TEST(FullDisk, of_a_small_file_system_ends_the_run_cleanly_and_it_goes_on_with_more_room) {
  const TemporaryFolder folder;
  const SmallMount disk(folder / "disk");
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting needs root";
  folder.add("small.toml", small_scene_2d("[output]\nformats = [\"ply\", \"vtp\"]\nvolumes = [\"vti\"]\nwidth = 64\n"
                                          "movie = false\n[checkpoint]\nevery_frames = 2\n"));
  const std::vector<std::string> run = {"run", "small.toml", "--out", "disk/run", "--frames"};
  const auto with = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> arguments = run;
    arguments.insert(arguments.end(), more);
    return run_program(folder, arguments);
  };
  const Outcome full = with({"100000", "--ignore-disk-space"});
  expect_says(full, 1, "No space left on device");
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "disk/run/stats.jsonl"));
  ASSERT_GE(stats.size(), 5u);
  int checkpoints = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "disk/run")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_NE(entry.path().extension(), ".spindrift-part") << entry.path();
    if (entry.path().extension() != ".checkpoint") continue;
    ++checkpoints;
    EXPECT_EQ(run_program(folder, {"info", entry.path().string()}).exit_code, 0) << entry.path();
  }
  EXPECT_EQ(checkpoints, 2);

  disk.grow();
  const std::string frames = std::to_string(stats.size() + 3);
  const Outcome resumed = with({frames, "--resume"});
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--out", "whole", "--frames", frames}).exit_code, 0);
  const auto last_hash = [&](const std::string& file) {
    return parse_json_lines(read_file(folder / file)).back()["state_hash"].string;
  };
  EXPECT_EQ(last_hash("disk/run/stats.jsonl"), last_hash("whole/stats.jsonl"));
}

// Of a run, the report is the largest file: it does not fit where all others do.
TEST(FullDisk, at_the_report_ends_run_and_render_with_1_and_leaves_all_else) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\nwidth = 64\n[checkpoint]\nevery_minutes = 0\n"));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--out", "whole"}).exit_code, 0);
  const Surroundings full{.largest_file_bytes =
                              static_cast<long long>(fs::file_size(folder / "whole/report.html")) / 2};
  const auto expect_lacks_report = [](const Outcome& outcome, const std::string& name) {
    expect_says(outcome, 1, "error: cannot write " + name + "/report.html");
    expect_contains(outcome.err, "all else is in " + name + ", and only the report is missing");
  };
  expect_lacks_report(run_program(folder, {"run", "small.toml", "--out", "run"}, full), "run");
  EXPECT_EQ(read_file(folder / "run/frames/frame_0003.png"), read_file(folder / "whole/frames/frame_0003.png"));
  EXPECT_EQ(fs::exists(folder / "run/movie.mp4"), fs::exists(folder / "whole/movie.mp4"));
  EXPECT_EQ(run_program(folder, {"info", "run"}).exit_code, 0);
  expect_lacks_report(run_program(folder, {"render", "whole"}, full), "whole");
}

}  // namespace
}  // namespace spindrift::testing
