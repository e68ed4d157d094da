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
      if (entry.is_regular_file() && is_wanted && name != "checksums") files_.push_back(entry.path().string());
    }
    ASSERT_GE(files_.size(), 13u);
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

TEST_P(Damage, any_changed_bit_is_found_and_a_file_that_was_cut_or_has_grown) {
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
    for (const std::string& other : {std::string(), bytes.substr(0, bytes.size() - 1), bytes + "\n"})
      with_bytes(file, other, [&] { EXPECT_EQ(info(file), 2) << file << " of " << other.size(); });
    with_bytes(
        file,
        bytes.substr(0, bytes.size() / 2) + char(bytes[bytes.size() / 2] ^ 1) + bytes.substr(bytes.size() / 2 + 1),
        [&] { EXPECT_EQ(info(folder_ / "out/small"), 2) << file; });
  }
  EXPECT_EQ(info(folder_ / "out/small"), 0);
}

TEST_P(Damage, says_which_file_and_how) {
  const std::string file = folder_ / "out/small/probes.csv", bytes = read_file(file);
  std::string changed = bytes;
  changed[changed.rfind('\n', changed.size() - 2) + 3] ^= 1;  // a digit becomes another
  with_bytes(file, changed, [&] {
    for (const std::string& path : {file, folder_ / "out/small"}) {
      const Outcome outcome = run_program(folder_, {"info", path});
      expect_contains(outcome.err,
                      "probes.csv: error: this file is damaged: its checksum is not the one it was written with");
    }
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
