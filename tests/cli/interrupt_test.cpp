// Runs that end before their time: Ctrl-C, kill, and a disk that fills up.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

void expect_every_file_whole(const std::string& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string file = entry.path().string();
    EXPECT_NE(entry.path().extension(), ".part") << file;
    if (entry.path().extension() == ".ply") {
      EXPECT_NO_THROW(read_ply(file)) << file;
    }
    if (entry.path().extension() == ".png") {
      EXPECT_NO_THROW(read_png_size(file)) << file;
    }
  }
}

TEST(Interrupt, ends_the_run_cleanly) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    folder.add("small.toml", small_scene_2d());
    Process process(folder, {"run", "small.toml", "--frames", "100000"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder / "out/small/particles/frame_0003.ply"); }));
    process.send(signal);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_NE(outcome.err.find("interrupted after frame"), std::string::npos) << outcome.err;
    const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
    ASSERT_GE(stats.size(), 4u);
    EXPECT_EQ(stats.back()["frame"].number, static_cast<double>(stats.size() - 1));
    const Json record = parse_json(read_file(folder / "out/small/run.json"));
    EXPECT_TRUE(record["interrupted"].boolean);
    EXPECT_FALSE(record["finished"].boolean);
    EXPECT_EQ(record["totals"]["frames"].number, stats.back()["frame"].number);
    EXPECT_EQ(count_files(folder / "out/small/particles"), static_cast<int>(stats.size()));
    expect_every_file_whole(folder / "out");
  }
}

TEST(FullDisk, ends_the_run_with_1_and_keeps_the_earlier_frames) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\npictures = false\nparticles = false\n"));
  // Room for a few lines of statistics.
  const Outcome outcome = run_program(folder, {"run", "small.toml", "--frames", "1000"}, {.largest_file_bytes = 6000});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error: cannot write out/small/stats.jsonl: File too large"), std::string::npos)
      << outcome.err;
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  EXPECT_GE(stats.size(), 2u);
  EXPECT_LT(stats.size(), 20u);
}

TEST(FullDisk, leaves_no_part_of_a_particle_file) {
  const TemporaryFolder folder;
  // A source lets the files grow from frame to frame until one does not fit.
  folder.add("small.toml", small_scene_2d("[[source]]\nshape = \"box\"\nmin = [0.6, 0.3]\nmax = [0.9, 0.45]\n"
                                          "velocity = [0, -4]\n[output]\npictures = false\n"));
  const Outcome first = run_program(folder, {"run", "small.toml", "--frames", "1", "--out", "first"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto bytes = static_cast<long long>(fs::file_size(folder / "first/particles/frame_0001.ply"));
  const Outcome outcome =
      run_program(folder, {"run", "small.toml", "--frames", "100"}, {.largest_file_bytes = bytes + 100});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error: cannot write out/small/particles/frame_"), std::string::npos) << outcome.err;
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  EXPECT_GE(stats.size(), 2u);
  EXPECT_EQ(count_files(folder / "out/small/particles"), static_cast<int>(stats.size()));
  expect_every_file_whole(folder / "out");
  EXPECT_TRUE(parse_json(read_file(folder / "out/small/run.json")).has("error"));
}

}  // namespace
}  // namespace spindrift::testing
