// A file that changed after it was written is refused, whatever its format.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>
#include <set>

#include "cli/program.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

// A run with everything on, and one file of each kind: those of frame 1, and those of the whole run.
class Damage : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    folder_.add("small.toml", scene_with_everything(GetParam(), "ply"));
    ASSERT_EQ(run_program(folder_, {"run", "small.toml", "--quiet"}).exit_code, 0);
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out")) {
      const std::string name = entry.path().stem().string();
      const bool is_wanted =
          !name.starts_with("frame_") || name == "frame_0001" || entry.path().extension() == ".checkpoint";
      if (entry.is_regular_file() && is_wanted) files_.push_back(entry.path().string());
    }
    ASSERT_GE(files_.size(), 14u);
  }

  int info(const std::string& file) { return run_program(folder_, {"info", file}).exit_code; }

  // Lets `look` see the file with other bytes.
  void with_bytes(const std::string& file, const std::string& bytes, const std::function<void()>& look) {
    const std::string before = read_file(file);
    std::ofstream(file, std::ios::binary) << bytes;
    look();
    std::ofstream(file, std::ios::binary) << before;
  }

  TemporaryFolder folder_;
  std::vector<std::string> files_;
};

TEST_P(Damage, any_changed_bit_is_found) {
  std::mt19937 random(5);
  for (const std::string& file : files_) {
    EXPECT_EQ(info(file), 0) << file;
    const std::string bytes = read_file(file);
    std::set<std::size_t> places{0, bytes.size() / 2, bytes.size() - 1};
    for (int i = 0; i < 2; ++i) places.insert(random() % bytes.size());
    for (const std::size_t place : places) {
      std::string changed = bytes;
      changed[place] = static_cast<char>(changed[place] ^ (1 << random() % 8));
      with_bytes(file, changed, [&] { EXPECT_EQ(info(file), 2) << file << " at " << place; });
    }
    with_bytes(
        file,
        bytes.substr(0, bytes.size() / 2) + char(bytes[bytes.size() / 2] ^ 1) + bytes.substr(bytes.size() / 2 + 1),
        [&] { EXPECT_EQ(info(folder_ / "out/small"), 2) << file; });
  }
  EXPECT_EQ(info(folder_ / "out/small"), 0);
}

TEST_P(Damage, a_file_that_was_cut_or_has_grown_is_found) {
  for (const std::string& file : files_) {
    const std::string bytes = read_file(file);
    // A list that ends with a line is one of a run that was ended there.
    const std::size_t half =
        bytes.rfind('\n', bytes.size() / 2) == bytes.size() / 2 - 1 ? bytes.size() / 2 - 1 : bytes.size() / 2;
    for (const std::size_t length : {std::size_t{0}, half, bytes.size() - 1})
      with_bytes(file, bytes.substr(0, length), [&] { EXPECT_EQ(info(file), 2) << file << " of " << length; });
    with_bytes(file, bytes + "\n", [&] { EXPECT_EQ(info(file), 2) << file << " with more"; });
  }
}

TEST_P(Damage, says_which_file_and_how) {
  const std::string file = folder_ / "out/small/probes.csv", bytes = read_file(file);
  std::string changed = bytes;
  changed[changed.rfind('\n', changed.size() - 2) + 3] ^= 1;  // a digit becomes another
  with_bytes(file, changed, [&] {
    for (const std::string& path : {file, folder_ / "out/small"}) {
      const Outcome outcome = run_program(folder_, {"info", path});
      EXPECT_NE(
          outcome.err.find("probes.csv: error: this file is damaged: its checksum is not the one it was written with"),
          std::string::npos)
          << outcome.err;
    }
  });
}

TEST_P(Damage, a_list_whose_last_line_was_cut_serves_for_the_rest) {
  const std::string list = folder_ / "out/small/checksums.txt", bytes = read_file(list);
  with_bytes(list, bytes.substr(0, bytes.size() - 5), [&] {
    EXPECT_EQ(info(folder_ / "out/small/probes.csv"), 0) << "that of the last line";
    EXPECT_EQ(info(folder_ / "out/small"), 0);
    const std::string stats = folder_ / "out/small/stats.jsonl";
    std::string changed = read_file(stats);
    changed[changed.find("\"time\": 0") + 8] = '1';
    with_bytes(stats, changed, [&] { EXPECT_EQ(info(stats), 2); });
  });
  const Outcome resumed = run_program(folder_, {"run", "small.toml", "--quiet", "--resume", "--frames", "4"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  const Outcome checked = run_program(folder_, {"info", "out/small"});
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_NE(checked.out.find("not listed     0"), std::string::npos) << checked.out;
}

// Changes one byte of the file, in a number on the line of frame 1, and lets the run go on.
TEST_P(Damage, of_a_table_stays_known_when_the_run_goes_on) {
  const bool is_3d = GetParam();  // which takes longer, and is no other case
  for (const std::string name : {"stats.jsonl", "memory.csv", "probes.csv"}) {
    if (is_3d && name != "stats.jsonl") continue;
    const std::string file = folder_ / ("out/small/" + name), before = read_file(file);
    const bool is_json = name == "stats.jsonl";
    const std::size_t line = before.find(is_json ? "\n{\"frame\": 1" : "\n0.01") + 1;
    const std::size_t place =
        before.find_first_of("123456789", is_json ? before.find("\"volume\": ", line) : before.find(',', line));
    for (const bool is_readable : {true, false}) {
      std::string changed = before;
      changed[place] = is_readable ? (changed[place] == '1' ? '2' : '1') : '\x01';
      with_bytes(file, changed, [&] {
        const TemporaryFolder copy;
        fs::copy(folder_ / "out", copy / "out", fs::copy_options::recursive);
        copy.add("small.toml", read_file(folder_ / "small.toml"));
        const Outcome resumed = run_program(copy, {"run", "small.toml", "--quiet", "--resume", "--frames", "4"});
        EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
        EXPECT_NE(
            resumed.err.find(name + (is_readable ? ": this file is damaged" : ": no line can be read of frames 1")),
            std::string::npos)
            << resumed.err;
        const std::vector<std::string> old_lines = lines_of(changed),
                                       lines = lines_of(read_file(copy / ("out/small/" + name)));
        EXPECT_EQ(lines.size(), old_lines.size() + (is_readable ? 1 : 0))
            << "every line that can be read, and a new one";
        for (const std::string& kept : old_lines)
          EXPECT_EQ(std::count(lines.begin(), lines.end(), kept), kept.find('\x01') == std::string::npos ? 1 : 0)
              << kept;
        for (const char* frames : {"4", "5"}) {  // and when it goes on once more
          const Outcome info = run_program(copy, {"info", "out/small"});
          EXPECT_EQ(info.exit_code, 2) << info.out;
          EXPECT_NE(info.err.find(name + ": error: this file is damaged"), std::string::npos) << info.err;
          run_program(copy, {"run", "small.toml", "--quiet", "--resume", "--frames", frames});
        }
      });
    }
  }
}

TEST_P(Damage, of_a_movie_that_is_not_made_anew_stays_known) {
  const std::string movie = folder_ / "out/small/movie.mp4";
  if (!fs::exists(movie)) GTEST_SKIP() << "without pictures or ffmpeg there is no movie";
  std::string changed = read_file(movie);
  changed[changed.size() / 2] ^= 1;
  std::ofstream(movie, std::ios::binary) << changed;
  EXPECT_EQ(run_program(folder_, {"run", "small.toml", "--quiet", "--resume", "--set", "output.movie=false"}).exit_code,
            0);
  EXPECT_EQ(info(movie), 2);
}

TEST_P(Damage, of_the_names_of_columns_is_refused_when_the_run_goes_on) {
  const std::string probes = folder_ / "out/small/probes.csv", before = read_file(probes);
  std::string changed = before;
  changed[1] ^= 1;
  with_bytes(probes, changed, [&] {
    const Outcome resumed = run_program(folder_, {"run", "small.toml", "--quiet", "--resume", "--frames", "4"});
    EXPECT_EQ(resumed.exit_code, 2);
    EXPECT_NE(resumed.err.find("probes.csv does not begin with the run's line of columns: this file is damaged"),
              std::string::npos)
        << resumed.err;
    EXPECT_EQ(read_file(probes), changed);
  });
}

TEST_P(Damage, a_folder_without_a_list_is_refused) {
  fs::remove(folder_ / "out/small/checksums.txt");
  EXPECT_EQ(info(folder_ / "out/small"), 2);
  EXPECT_EQ(info(folder_ / "out/small/probes.csv"), 0);
}

INSTANTIATE_TEST_SUITE_P(Of, Damage, ::testing::Values(false, true),
                         [](const auto& tested) { return tested.param ? "3d" : "2d"; });

}  // namespace
}  // namespace spindrift::testing
