// Smoke through the program, as a user would run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"
#include "support/stats_keys.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

std::string small_smoke(const std::string& size, const std::string& center) {
  return "title = \"Small smoke\"\n[domain]\nsize = " + size +
         "\nresolution = 16\nopen = [\"top\"]\n[time]\nfps = 30\nframes = 2\n[output]\nwidth = 120\n[[smoke_source]]\n"
         "shape = \"sphere\"\ncenter = " +
         center + "\nradius = 0.1\ntemperature = 400.0\nfuel = 0.2\n";
}

TEST(SmokeProgram, runs_and_leaves_pictures_and_statistics_of_smoke) {
  for (const bool is_3d : {false, true}) {
    const TemporaryFolder folder;
    folder.add("smoke.toml",
               is_3d ? small_smoke("[1.0, 1.0, 1.0]", "[0.5, 0.2, 0.5]") : small_smoke("[1.0, 1.0]", "[0.5, 0.2]"));
    const Outcome outcome =
        run_program(folder, {"run", "smoke.toml", "--set", "render.width=120"});  // of pictures in 3D
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("particles"), std::string::npos) << outcome.out;
    const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/smoke/stats.jsonl"));
    ASSERT_EQ(stats.size(), 3u);
    EXPECT_EQ(stats[2].keys(), kSmokeStatsKeys);
    EXPECT_GT(stats[2]["smoke"].number, 0.0);
    EXPECT_LT(std::abs(stats[2]["smoke_drift"].number), 1e-3);
    EXPECT_EQ(read_png_size(folder / "out/smoke/frames/frame_0002.png").width, 120);
    EXPECT_FALSE(fs::exists(folder / "out/smoke/particles"));
  }
}

TEST(SmokeProgram, check_warns_of_wind_against_a_closed_side) {
  const TemporaryFolder folder;
  folder.add("smoke.toml", small_smoke("[1.0, 1.0]", "[0.5, 0.2]"));
  const std::string warning = "gas.wind of 2 m/s along x acts only at open sides, because a side is closed";
  expect_says(run_program(folder, {"check", "smoke.toml", "--set", "gas.wind=[2,0]"}), 0, warning);
  const Outcome open = run_program(
      folder, {"check", "smoke.toml", "--set", "gas.wind=[2,0]", "--set", "domain.open=[\"left\",\"right\"]"});
  EXPECT_EQ(open.err.find("gas.wind"), std::string::npos) << open.err;
}

TEST(SmokeProgram, info_speaks_of_smoke) {
  const TemporaryFolder folder;
  folder.add("smoke.toml", small_smoke("[1.0, 1.0]", "[0.5, 0.2]"));
  ASSERT_EQ(run_program(folder, {"run", "smoke.toml"}).exit_code, 0);
  for (const char* file : {"out/smoke/stats.jsonl", "out/smoke/run.json"}) {
    const Outcome info = run_program(folder, {"info", file});
    for (const char* word : {"particles", "volume", "none"})
      EXPECT_EQ(info.out.find(word), std::string::npos) << info.out;
  }
  const Outcome stats = run_program(folder, {"info", "out/smoke/stats.jsonl"});
  for (const char* key : {"  smoke ", "smoke_drift", "heat", "fuel", "max_temperature", "fluid_cells"})
    EXPECT_NE(stats.out.find(key), std::string::npos) << key << stats.out;
}

TEST(SmokeProgram, bench_counts_by_cell) {
  const TemporaryFolder folder;
  folder.add("smoke.toml", small_smoke("[1.0, 1.0]", "[0.5, 0.2]"));
  const Outcome outcome = run_program(folder, {"bench", "smoke.toml", "--steps", "3", "--warmup", "1", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json json = parse_json(outcome.out);
  EXPECT_GT(json["cpu_ns_per_cell_step"].number, 0.0);
  const auto keys = json.keys();
  for (const char* key : {"particles", "cpu_ns_per_particle_step"})
    EXPECT_EQ(std::count(keys.begin(), keys.end(), key), 0) << key;
}

TEST(SmokeProgram, check_and_stages_speak_of_smoke) {
  const TemporaryFolder folder;
  folder.add("smoke.toml", small_smoke("[1.0, 1.0]", "[0.5, 0.2]"));
  const Outcome check = run_program(folder, {"check", "smoke.toml"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  expect_contains(check.out, "1 source");
  EXPECT_EQ(check.out.find("particles"), std::string::npos) << check.out;
  const Outcome stages = run_program(folder, {"stages", "smoke.toml"});
  expect_contains(stages.out, "advect smoke");
  expect_contains(stages.out, "burn fuel");
  EXPECT_EQ(stages.out.find("diffuse velocity"), std::string::npos) << "no viscosity, no row";
}

TEST(SmokeProgram, liquid_and_smoke_in_one_scene_are_refused) {
  const TemporaryFolder folder;
  folder.add("both.toml",
             small_smoke("[1.0, 1.0]", "[0.5, 0.2]") + "[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n");
  expect_says(run_program(folder, {"run", "both.toml"}), 2,
              "both.toml:17:1: error: [[liquid]] is for liquid scenes, and this is a smoke scene");
  EXPECT_FALSE(fs::exists(folder / "out"));
}

}  // namespace
}  // namespace spindrift::testing
