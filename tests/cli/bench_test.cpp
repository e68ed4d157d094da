// The benchmark's figures.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

TEST(Bench, json_has_the_documented_keys_with_sensible_values) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_3d());
  const Outcome outcome =
      run_program(folder, {"bench", "small.toml", "--steps", "4", "--warmup", "1", "--threads", "1", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json json = parse_json(outcome.out);
  for (const char* key : {"cells", "fluid_cells", "particles", "cpu_ns_per_particle_step", "wall_ns_per_particle_step",
                          "nonpressure_cpu_ns_per_particle_step", "milliseconds_per_step", "pressure_iterations_mean",
                          "peak_rss_bytes", "copy_bandwidth", "roofline_fraction", "parallel_regions_per_step",
                          "microseconds_per_region", "serial_fraction"})
    EXPECT_GT(json[key].number, 0.0) << key;
  EXPECT_EQ(json["scene"].string, "small");
  EXPECT_EQ(json["dimension"].number, 3.0);
  EXPECT_EQ(json["cells"].number, 16.0 * 8.0 * 8.0);
  EXPECT_EQ(json["threads"].number, 1.0);
  EXPECT_EQ(json["steps"].number, 4.0);
  EXPECT_LE(json["pressure_residual_max"].number, 1e-5);
  EXPECT_LT(json["nonpressure_cpu_ns_per_particle_step"].number, json["cpu_ns_per_particle_step"].number);
  double stages = 0.0;
  for (const auto& [name, seconds] : json["stage_seconds"].members) stages += seconds.number;
  const double total = 1e-3 * json["milliseconds_per_step"].number * 4.0;
  EXPECT_LE(stages, 1.01 * total);
  EXPECT_GT(stages, 0.5 * total);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Bench, table_names_every_stage) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  const Outcome stages = run_program(folder, {"stages", "small.toml"});
  const Outcome outcome = run_program(folder, {"bench", "small.toml", "--steps", "2", "--warmup", "0"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const std::string& line : lines_of(stages.out)) {
    const std::string name = line.substr(4, line.find("  ", 4) - 4);
    EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
  }
  for (const char* row : {"everything but pressure", "wall time", "peak memory", "copy bandwidth", "pressure residual",
                          "parallel regions"})
    EXPECT_NE(outcome.out.find(row), std::string::npos) << row;
}

}  // namespace
}  // namespace spindrift::testing
