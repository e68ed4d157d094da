// Runs that end before their time: Ctrl-C, kill, a terminal or a reader that goes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

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
    EXPECT_NE(entry.path().extension(), ".spindrift-part") << file;
    if (entry.path().extension() == ".ply") {
      EXPECT_NO_THROW(read_ply(file)) << file;
    }
    if (entry.path().extension() == ".png") {
      EXPECT_NO_THROW(read_png_size(file)) << file;
    }
  }
}

// What holds however the run was ended: it went a few frames, kept them, and goes on.
void expect_ended_cleanly(const TemporaryFolder& folder, const Outcome& outcome, int exit_code) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
  expect_contains(outcome.err, "interrupted after frame");
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  ASSERT_GE(stats.size(), 1u);
  EXPECT_EQ(stats.back()["frame"].number, static_cast<double>(stats.size() - 1));
  const Json record = parse_json(read_file(folder / "out/small/run.json"));
  EXPECT_TRUE(record["interrupted"].boolean);
  EXPECT_FALSE(record["finished"].boolean);
  EXPECT_EQ(record["totals"]["frames"].number, stats.back()["frame"].number);
  EXPECT_EQ(count_files(folder / "out/small/particles"), static_cast<int>(stats.size()));
  EXPECT_EQ(count_files(folder / "out/small/checkpoints"), 1);
  expect_every_file_whole(folder / "out");
  const std::string more = std::to_string(stats.size() + 1);
  const Outcome resumed = run_program(folder, {"run", "small.toml", "--frames", more, "--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  expect_contains(resumed.out, "resumed after frame");
}

TEST(Interrupt, ends_the_run_cleanly) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2}) {
    const TemporaryFolder folder;
    folder.add("small.toml", small_scene_2d());
    Process process(folder, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder / "out/small/particles/frame_0003.ply"); }));
    process.send(signal);
    if (signal == SIGHUP) process.send(signal);  // a terminal may send its end twice
    expect_ended_cleanly(folder, process.wait(), 128 + signal);
  }
}

TEST(Interrupt, nohup_holds) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  Process process(folder, {"run", "small.toml", "--frames", "30"}, {.ignores_hangup = true});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder / "out/small/particles/frame_0003.ply"); }));
  process.send(SIGHUP);
  EXPECT_EQ(process.wait().exit_code, 0);
}

// As `spindrift run ... | head -1`.
TEST(Interrupt, by_a_reader_that_has_gone_keeps_a_checkpoint) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  Process process(folder, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space"},
                  {.out_descriptor = ends[1]});
  ::close(ends[1]);
  char letter = 0;
  EXPECT_EQ(::read(ends[0], &letter, 1), 1);
  ::close(ends[0]);
  const Outcome outcome = process.wait();
  expect_ended_cleanly(folder, outcome, 128 + SIGPIPE);
  EXPECT_EQ(outcome.err.find("Broken pipe"), std::string::npos) << outcome.err;
}

TEST(ClosedOutput, stays_out_of_the_results) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  expect_success(run_program(folder, {"run", "small.toml"}, {.closes_output = true}));
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  ASSERT_EQ(stats.size(), 4u);
  for (std::size_t i = 0; i < stats.size(); ++i) EXPECT_EQ(stats[i]["frame"].number, static_cast<double>(i));
  expect_success(run_program(folder, {"info", "out/small"}));
}

}  // namespace
}  // namespace spindrift::testing
