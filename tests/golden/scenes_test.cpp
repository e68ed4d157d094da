// The state of every shipped scene after its first frames, to the last bit, for 1, 2 and 7 threads, whatever the
// compiler. hashes.txt holds what the bits were; `tools/update_golden` writes it anew. A hash changes only with a
// reason.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "spindrift/scene_file.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

const std::string kFile = SPINDRIFT_SOURCE_DIR "/tests/golden/hashes.txt";

// A line of hashes.txt: `scene settings... = hash after frame 1, 2, ...`.
struct Golden {
  std::string scene;
  std::vector<std::string> settings;
  std::vector<std::string> hashes;

  std::string run() const {
    std::string text = scene;
    for (const std::string& setting : settings) text += " " + setting;
    return text;
  }
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.run(); }

struct GoldenFile {
  std::vector<std::string> comments;  // in front of the lines
  std::vector<Golden> lines;
};

GoldenFile read_golden_file() {
  GoldenFile file;
  std::ifstream in(kFile);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      file.comments.push_back(line);
    } else if (!line.empty()) {
      Golden golden;
      std::istringstream words(line);
      words >> golden.scene;
      bool are_hashes = false;
      for (std::string word; words >> word;) {
        if (word == "=") {
          are_hashes = true;
        } else {
          (are_hashes ? golden.hashes : golden.settings).push_back(word);
        }
      }
      file.lines.push_back(golden);
    }
  }
  return file;
}

std::vector<std::string> hashes_of(const Golden& golden, int threads) {
  const auto scene = read_scene(SPINDRIFT_SOURCE_DIR "/scenes/" + golden.scene + ".toml", golden.settings);
  if (!scene) {
    ADD_FAILURE() << to_string(scene.error());
    return {};
  }
  auto simulation = testing::simulate(*scene, threads);
  std::vector<std::string> hashes;
  for (std::size_t frame = 0; frame < golden.hashes.size(); ++frame)
    hashes.push_back(fmt::format("{:016x}", testing::advance(simulation, 1).state_hash));
  return hashes;
}

class GoldenHashes : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenHashes, are_as_recorded_with_one_two_and_seven_threads) {
  const std::vector<std::string> one = hashes_of(GetParam(), 1);
  EXPECT_EQ(hashes_of(GetParam(), 2), one);
  EXPECT_EQ(hashes_of(GetParam(), 7), one);
  EXPECT_EQ(one, GetParam().hashes) << "a hash changes only with a reason; tools/update_golden writes new ones";
}

std::string test_name(const ::testing::TestParamInfo<Golden>& info) {
  std::string name;
  for (const char c : info.param.run()) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenHashes, ::testing::ValuesIn(read_golden_file().lines), test_name);

TEST(GoldenFile, has_every_shipped_scene) {
  std::set<std::string> recorded;
  for (const Golden& golden : read_golden_file().lines) {
    recorded.insert(golden.scene);
    EXPECT_FALSE(golden.hashes.empty()) << golden.run();
  }
  for (const auto scenes = *list_scenes(); const SceneSummary& scene : scenes)
    EXPECT_TRUE(recorded.contains(scene.name)) << scene.name;
}

// Not a test: what tools/update_golden runs. A line keeps its number of frames.
TEST(GoldenFile, DISABLED_write) {
  const GoldenFile file = read_golden_file();
  std::ofstream out(kFile);
  for (const std::string& comment : file.comments) out << comment << "\n";
  out << "\n";
  for (const Golden& golden : file.lines) {
    out << golden.run() << " =";
    for (const std::string& hash : hashes_of(golden, 2)) out << " " << hash;
    out << "\n" << std::flush;
  }
}

}  // namespace
}  // namespace spindrift
