// Two programs that want to write into one folder at the same time.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "cli/program.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class OneWriter : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n[checkpoint]\nevery_frames = 2\n"));
    first_.emplace(folder_, std::vector<std::string>{"run", "small.toml", "--frames", "100000", "--ignore-disk-space"});
    ASSERT_TRUE(
        first_->wait_until([&] { return fs::exists(folder_ / "out/small/checkpoints/frame_0004.checkpoint"); }));
  }
  void end_first(int signal) {
    first_->send(signal);
    first_->wait();
  }

  TemporaryFolder folder_;
  std::optional<Process> first_;
};

TEST_F(OneWriter, the_second_is_refused_with_the_process_and_the_time_of_the_first) {
  const std::string who = "the folder out/small is being written by process " + std::to_string(first_->id()) + " on ";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"run", "small.toml"},
                                                {"run", "small.toml", "--resume"},
                                                {"run", "small.toml", "--overwrite"},
                                                {"render", "out/small"}}) {
    expect_says(run_program(folder_, words), 2, who);
  }
  end_first(SIGINT);
  const std::vector<Json> stats = parse_json_lines(read_file(folder_ / "out/small/stats.jsonl"));
  for (std::size_t i = 0; i < stats.size(); ++i) ASSERT_EQ(stats[i]["frame"].number, static_cast<double>(i));
  EXPECT_FALSE(fs::exists(folder_ / "out/small/run.lock"));
}

// Files come and go while they are looked at.
TEST_F(OneWriter, a_run_that_goes_on_is_not_taken_for_damaged) {
  for (int look = 0; look < 5; ++look) {
    expect_success(run_program(folder_, {"info", "out/small"}));
  }
  end_first(SIGINT);
}

}  // namespace
}  // namespace spindrift::testing
