// The state of every shipped scene after its first frames, to the last bit, for 1, 2 and 7 threads, resumed and
// replayed, whatever the compiler. hashes.txt holds what the bits were; `tools/update_golden` writes it again. A hash
// changes only with a reason.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "golden/golden_file.h"
#include "spindrift/scene_file.h"
#include "support/scenes.h"

namespace spindrift::testing {

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.run(); }

namespace {

const std::string kFile = SPINDRIFT_SOURCE_DIR "/tests/golden/hashes.txt";

GoldenFile read_file() { return read_golden_file(kFile); }

std::vector<std::string> hashes_of(const Golden& golden, int threads, Way way) {
  const auto hashes = hashes_now(golden, SPINDRIFT_SOURCE_DIR "/scenes", threads, way);
  if (hashes) return *hashes;
  ADD_FAILURE() << to_string(hashes.error());
  return {};
}

class GoldenHashes : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenHashes, are_as_recorded_with_one_two_and_seven_threads_resumed_and_replayed) {
  const std::vector<std::string> one = hashes_of(GetParam(), 1, Way::kWhole);
  EXPECT_EQ(hashes_of(GetParam(), 2, Way::kResumed), one);
  EXPECT_EQ(hashes_of(GetParam(), 7, Way::kReplayed), one);
  EXPECT_EQ(one, GetParam().hashes) << "a hash changes only with a reason; tools/update_golden writes new ones";
}

std::string test_name(const ::testing::TestParamInfo<Golden>& info) {
  std::string name;
  for (const char c : info.param.run()) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenHashes, ::testing::ValuesIn(read_file().lines), test_name);

TEST(GoldenFile, has_every_shipped_scene) {
  std::set<std::string> recorded;
  for (const Golden& golden : read_file().lines) {
    recorded.insert(golden.scene);
    EXPECT_FALSE(golden.hashes.empty()) << golden.run();
  }
  for (const auto scenes = *list_scenes(); const SceneSummary& scene : scenes)
    EXPECT_TRUE(recorded.contains(scene.name)) << scene.name;
}

// Not a test: what tools/update_golden runs. A line keeps its number of frames.
TEST(GoldenFile, DISABLED_write) {
  const GoldenFile file = read_file();
  std::ofstream out(kFile);
  for (const std::string& comment : file.comments) out << comment << "\n";
  out << "\n";
  for (const Golden& golden : file.lines) {
    out << golden.run() << " =";
    for (const std::string& hash : hashes_of(golden, 2, Way::kWhole)) out << " " << hash;
    out << "\n" << std::flush;
  }
}

}  // namespace
}  // namespace spindrift::testing
