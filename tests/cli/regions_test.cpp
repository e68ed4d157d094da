// What a run writes of its regions, and how often it writes particles and volumes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/split.h"
#include "cli/program.h"
#include "spindrift/files.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class RegionsOfARun : public SmallRun {
 protected:
  RegionsOfARun() {
    folder_.add(
        "small.toml",
        small_scene_2d("[output]\npictures = false\nparticles_every = 3\nvolumes = [\"vti\"]\nvolumes_rate = 20\n"
                       "[checkpoint]\nevery_frames = 2\n"
                       "[[region]]\nkind = \"box\"\nname = \"the gate\"\nmin = [0.0, 0.0]\nmax = [0.2, 0.2]\n"
                       "particles = [\"ply\", \"vtp\"]\nvolumes = [\"vti\", \"raw\"]\nevery = 2\n"
                       "[[region]]\nkind = \"slice\"\nname = \"low\"\naxis = \"y\"\nat = 0.1\nrate = 100\n"
                       "[[region]]\nkind = \"slice\"\nname = \"upright\"\naxis = \"x\"\nat = 0.1\n"
                       "format = \"vti\"\nevery = 4\n"
                       "[[region]]\nkind = \"column\"\nname = \"c\"\nposition = [0.1, 0]\nevery = 2\n"));
  }
  std::string text(const std::string& file) { return read_file(folder_ / file); }
  std::vector<std::string> names(const std::string& subfolder) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_ / subfolder)) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
  }
};

TEST_F(RegionsOfARun, have_files_and_tables_of_their_own_at_their_own_times) {
  expect_success(run({"--frames", "6", "--out", "out"}));
  EXPECT_EQ(names("out/particles"), (std::vector<std::string>{"frame_0000.ply", "frame_0003.ply", "frame_0006.ply"}));
  EXPECT_EQ(names("out/particles_the_gate").size(), 8u) << "two formats of frames 0, 2, 4, 6";
  EXPECT_EQ(names("out/volumes_the_gate").size(), 12u);
  EXPECT_EQ(names("out/slice_upright"), (std::vector<std::string>{"frame_0000.vti", "frame_0004.vti"}));
  for (const char* list : {"particles_the_gate.pvd", "volumes_the_gate.pvd", "slice_upright.pvd"})
    EXPECT_TRUE(fs::exists(folder_ / (std::string("out/") + list))) << list;
  const auto all = read_particles(folder_ / "out/particles/frame_0006.ply");
  const auto inside = read_particles(folder_ / "out/particles_the_gate/frame_0006.ply");
  ASSERT_TRUE(all && inside);
  std::size_t expected = 0;
  for (std::size_t i = 0; i < all->count(); ++i)
    expected += all->position[3 * i] < 0.2f && all->position[3 * i + 1] < 0.2f;
  EXPECT_EQ(inside->count(), expected);
  EXPECT_GT(expected, 10u);
  EXPECT_EQ(run_program(folder_, {"info", "out"}).exit_code, 0) << "all of them are listed";
}

TEST_F(RegionsOfARun, a_column_and_a_slice_are_tables_by_cells_and_times) {
  ASSERT_EQ(run({"--frames", "6", "--out", "out"}).exit_code, 0);
  const std::string column = text("out/column_c.csv"), slice = text("out/slice_low.csv");
  EXPECT_TRUE(column.starts_with("time s,y m,type,u m/s,v m/s,pressure Pa,density,distance m\n"))
      << column.substr(0, 99);
  EXPECT_TRUE(slice.starts_with("time s,x m,type,")) << slice.substr(0, 99);
  // In water that stood still the first pressures are hydrostatic: they rise by the same step from cell to cell.
  std::vector<std::vector<std::string>> rows;
  for (const std::string_view line : split(column, '\n')) {
    auto& row = rows.emplace_back();
    for (const std::string_view word : split(line, ',')) row.emplace_back(word);
  }
  EXPECT_EQ(rows[1][0], "0");
  EXPECT_EQ(rows[1][2], "1") << "fluid on the floor";
  EXPECT_LT(std::stod(rows[1][1]), std::stod(rows[2][1]));
  EXPECT_EQ(run_program(folder_, {"info", "out/column_c.csv"}).exit_code, 0);
}

TEST_F(RegionsOfARun, that_goes_on_are_the_same) {
  ASSERT_EQ(run({"--frames", "7", "--out", "whole"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "5", "--out", "part"}).exit_code, 0);
  fs::remove(folder_ / "part/checkpoints/frame_0005.checkpoint");  // it goes on after frame 4
  ASSERT_EQ(run({"--frames", "7", "--out", "part", "--resume"}).exit_code, 0);
  for (const char* name : {"column_c.csv", "slice_low.csv", "particles_the_gate.pvd", "volumes_the_gate.pvd"})
    EXPECT_EQ(text(std::string("part/") + name), text(std::string("whole/") + name)) << name;
  for (const char* subfolder : {"particles_the_gate", "volumes_the_gate", "slice_upright", "volumes"}) {
    EXPECT_EQ(names(std::string("part/") + subfolder), names(std::string("whole/") + subfolder));
    for (const std::string& name : names(std::string("whole/") + subfolder))
      EXPECT_EQ(text(std::string("part/") + subfolder + "/" + name),
                text(std::string("whole/") + subfolder + "/" + name));
  }
  EXPECT_EQ(run_program(folder_, {"info", "part"}).exit_code, 0);
}

TEST_F(RegionsOfARun, of_a_run_before_are_gone_and_check_counts_them) {
  ASSERT_EQ(run({"--frames", "2", "--out", "out"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "2", "--out", "out", "--overwrite", "--set", "region=[]"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/column_c.csv"));
  EXPECT_TRUE(!fs::exists(folder_ / "out/particles_the_gate") || names("out/particles_the_gate").empty());
  const Outcome check = run_program(folder_, {"check", "small.toml"});
  EXPECT_EQ(check.exit_code, 0);
  expect_contains(check.out, "regions");
}

}  // namespace
}  // namespace spindrift::testing
