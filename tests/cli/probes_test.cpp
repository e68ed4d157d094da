// What a run writes of its probes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/split.h"
#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class ProbesOfARun : public SmallRun {
 protected:
  ProbesOfARun() {
    folder_.add("small.toml", small_scene_2d("[output]\npictures = false\nparticles = false\nprobe_rate = 200\n"
                                             "[checkpoint]\nevery_frames = 2\n"
                                             "[[probe]]\nkind = \"depth\"\nname = \"gauge\"\nposition = [0.1, 0]\n"
                                             "[[probe]]\nkind = \"energy\"\nname = \"all\"\n"
                                             "[[probe]]\nkind = \"surface\"\nname = \"line a\"\nfrom = [0.0, 0]\n"
                                             "to = [0.5, 0]\npoints = 3\ntimes = [0.0, 0.05]\n"));
  }
  std::string text(const std::string& out, const std::string& name) { return read_file(folder_ / (out + "/" + name)); }
};

std::vector<double> times_of(const std::string& table) {
  std::vector<double> times;
  for (const std::string_view line : split(table, '\n'))
    if (!line.empty() && !line.starts_with("time")) times.push_back(std::stod(std::string(line)));
  return times;
}

TEST_F(ProbesOfARun, have_the_columns_that_a_check_foretells) {
  const Outcome check = run_program(folder_, {"check", "small.toml", "--json"});
  ASSERT_EQ(check.exit_code, 0) << check.err;
  const Json said = parse_json(check.out);
  ASSERT_EQ(run({"--frames", "3", "--out", "out"}).exit_code, 0);
  for (const char* table : {"probes.csv", "surface_line_a.csv"})
    EXPECT_TRUE(text("out", table).starts_with(said["tables"][table].string + "\n")) << check.out;
  for (const Json& line : parse_json_lines(text("out", "stats.jsonl")))
    for (const std::string& key : line.keys()) EXPECT_TRUE(said["tables"]["stats.jsonl"].has(key)) << key;
  EXPECT_EQ(said["scene"]["domain"]["size"].items[0].number, 1.0);
  EXPECT_GT(said["cell_size"].number, 0.0);
}

TEST_F(ProbesOfARun, are_read_at_the_first_step_at_or_after_each_due_time) {
  ASSERT_EQ(run({"--frames", "6", "--out", "out"}).exit_code, 0);
  const std::string table = text("out", "probes.csv");
  EXPECT_TRUE(table.starts_with("time s,gauge depth m,all kinetic J/m,all potential J/m,all total J/m\n")) << table;
  const std::vector<double> times = times_of(table);
  ASSERT_GT(times.size(), 6u) << "more often than every frame";
  EXPECT_EQ(times.front(), 0.0);
  for (std::size_t i = 1; i < times.size(); ++i)
    EXPECT_GT(std::floor(times[i] * 200.0 + 1e-6), std::floor(times[i - 1] * 200.0 + 1e-6));
  EXPECT_NE(text("out", "report.html").find("gauge depth m"), std::string::npos);
  EXPECT_EQ(run_program(folder_, {"info", "out"}).exit_code, 0);
}

TEST_F(ProbesOfARun, a_surface_has_a_table_of_its_own) {
  ASSERT_EQ(run({"--frames", "6", "--out", "out"}).exit_code, 0);
  const std::string table = text("out", "surface_line_a.csv");
  EXPECT_TRUE(table.starts_with("time s,x m,height m,depth m\n0,0,")) << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 3 * 2) << "three points at two times";
  EXPECT_GE(times_of(table).back(), 0.05 - 1e-9);
  ASSERT_EQ(run({"--frames", "2", "--out", "out", "--overwrite", "--set", "probe=[]"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/surface_line_a.csv")) << "that of the run before is gone";
}

// Also where the run was broken off, or killed with lines after its last checkpoint.
TEST_F(ProbesOfARun, a_run_that_goes_on_has_the_same_lines) {
  ASSERT_EQ(run({"--frames", "7", "--out", "whole"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "5", "--out", "part"}).exit_code, 0);
  fs::remove(folder_ / "part/checkpoints/frame_0005.checkpoint");  // it goes on after frame 4
  ASSERT_EQ(run({"--frames", "7", "--out", "part", "--resume"}).exit_code, 0);
  for (const char* name : {"probes.csv", "surface_line_a.csv"})
    EXPECT_EQ(text("part", name), text("whole", name)) << name;
  EXPECT_EQ(run_program(folder_, {"info", "part"}).exit_code, 0);
}

TEST_F(ProbesOfARun, every_sub_step_can_have_a_line) {
  ASSERT_EQ(
      run({"--frames", "4", "--out", "out", "--set", "output.probe_rate=1e9", "--set", "time.substeps=5"}).exit_code,
      0);
  EXPECT_EQ(times_of(text("out", "probes.csv")).size(), 21u);
  ASSERT_EQ(run({"--frames", "4", "--out", "frames", "--set", "output.probe_rate=0"}).exit_code, 0);
  EXPECT_EQ(times_of(text("frames", "probes.csv")).size(), 5u);
}

// A pool 7.75 cells deep is filled as if it were 8, unless by volume.
TEST(SeededVolume, is_said_at_the_start_and_by_check) {
  const TemporaryFolder folder;
  folder.add("pool.toml",
             "[domain]\nsize = [1, 1]\nresolution = 16\n[time]\nframes = 1\n[output]\npictures = false\n"
             "[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.484375]\n");
  const std::string asked = "0.48438 m^2", seeded = "0.5 m^2";
  const Outcome run = run_program(folder, {"run", "pool.toml"});
  expect_contains(run.out, "shapes hold " + asked + ", and their particles fill " + seeded);
  const Outcome check = run_program(folder, {"check", "pool.toml"});
  expect_contains(check.out, asked + " asked for, " + seeded + " seeded (+3.23 %)");
  const Outcome better = run_program(folder, {"check", "pool.toml", "--set", "particles.filling=volume"});
  expect_contains(better.out, asked + " asked for, " + asked + " seeded (+0.00 %)");
}

}  // namespace
}  // namespace spindrift::testing
