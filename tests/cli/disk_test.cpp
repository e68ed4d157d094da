// How much disk a run takes is known before, and a disk with less room is not begun to fill.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "output/estimate_disk.h"
#include "spindrift/files.h"
#include "spindrift/run.h"
#include "spindrift/scene_file.h"
#include "support/small_mount.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

double bytes_in(const std::string& folder) {
  double bytes = 0.0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  return bytes;
}

// Runs a scene and compares its folder with what was expected.
void expect_within_a_factor_of_two(const std::string& scene_file, const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  const Result<std::string> path = find_scene(scene_file);
  ASSERT_TRUE(path) << path.error().message;
  const Result<Scene> scene = read_scene(*path, settings);
  ASSERT_TRUE(scene) << scene.error().message;
  const Result<Estimate> expected = estimate(*scene);
  ASSERT_TRUE(expected) << expected.error().message;
  std::vector<std::string> words = {"run", *path, "--out", "run", "--quiet"};
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  expect_success(run_program(folder, words));
  const double ratio = static_cast<double>(estimate_disk(*scene, *expected).bytes) / bytes_in(folder / "run");
  EXPECT_GT(ratio, 0.5) << scene_file << ::testing::PrintToString(settings);
  EXPECT_LT(ratio, 2.0) << scene_file << ::testing::PrintToString(settings);
}

std::vector<std::string> frames(int count) {
  return {"time.frames=" + std::to_string(count), "checkpoint.every_frames=2"};
}

std::vector<std::string> with(std::vector<std::string> settings, std::vector<std::string> more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

constexpr const char* kNothing = "output.particles=false";

// Smoke that has hardly begun to rise takes less.
const std::vector<std::string> kWholePlume = {"time.frames=120", "output.every=6", "checkpoint.every_frames=50"};

TEST(Disk, of_a_run_as_the_scene_has_it_is_known_before) {
  for (const char* scene : {"dam_break_2d", "falling_drop_2d"}) expect_within_a_factor_of_two(scene, frames(20));
  expect_within_a_factor_of_two("rising_plume_2d", kWholePlume);
  expect_within_a_factor_of_two("dam_break_3d", with(frames(8), {"domain.resolution=40"}));
  for (const char* style : {"render.style=water", "render.style=particles"})
    expect_within_a_factor_of_two("dam_break_3d", {"domain.resolution=32", "time.frames=4", "output.every=2", kNothing,
                                                   "render.during_run=true", "render.samples=4", style});
}

TEST(Disk, of_every_kind_of_file_is_known_before) {
  const auto flat = with(frames(12), {"output.pictures=false"});
  const auto deep = with(frames(8), {"domain.resolution=32", "output.pictures=false"});
  for (const char* formats : {"[\"ply\"]", "[\"vtp\"]", "[\"vdb\"]"}) {
    if (std::string(formats) == "[\"vdb\"]" && !has_openvdb()) continue;
    const std::string setting = std::string("output.formats=") + formats;
    expect_within_a_factor_of_two("dam_break_2d", with(flat, {setting}));
    expect_within_a_factor_of_two("dam_break_3d", with(deep, {setting}));
  }
  for (const char* volumes : {"[\"vti\"]", "[\"raw\"]", "[\"vdb\"]"}) {
    if (std::string(volumes) == "[\"vdb\"]" && !has_openvdb()) continue;
    const std::string setting = std::string("output.volumes=") + volumes;
    expect_within_a_factor_of_two("dam_break_2d", with(flat, {setting, kNothing}));
    expect_within_a_factor_of_two("dam_break_3d", with(deep, {setting, kNothing}));
    expect_within_a_factor_of_two("rising_plume_2d", with(kWholePlume, {setting, "output.pictures=false"}));
  }
  for (const char* surface : {"surface.write=ply", "surface.write=obj"}) {
    expect_within_a_factor_of_two("dam_break_2d", with(flat, {surface, kNothing}));
    expect_within_a_factor_of_two("dam_break_3d", with(deep, {surface, kNothing}));
  }
}

TEST(Disk, that_is_too_small_is_refused_before_anything_is_written) {
  const TemporaryFolder folder;
  const SmallMount disk(folder / "disk");
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting needs root";
  folder.add("small.toml", small_scene_2d());
  const std::vector<std::string> words = {"run", "small.toml", "--out", "disk/run", "--frames", "10000"};
  const Outcome refused = run_program(folder, words);
  EXPECT_EQ(refused.exit_code, 2);
  for (const char* part : {"error: the results need about ", ", and the disk of disk/run has 1.0 MB left; ", "output.",
                           "--out", "--ignore-disk-space"})
    EXPECT_NE(refused.err.find(part), std::string::npos) << part << " in " << refused.err;
  EXPECT_EQ(count_files(folder / "disk"), 0);
  expect_says(run_program(folder, with(words, {"--ignore-disk-space"})), 1, "No space left on device");
}

TEST(Disk, is_part_of_the_check) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  const Outcome check = run_program(folder, {"check", "small.toml"});
  expect_contains(check.out, "\n  disk       about ");
  const Outcome large =
      run_program(folder, {"check", "small.toml", "--set", "time.frames=1000000", "--set", "domain.resolution=1000"});
  expect_contains(large.err, "warning: the results need about ");
}

}  // namespace
}  // namespace spindrift::testing
