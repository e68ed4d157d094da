// Where results are to go, and cannot: links that lead nowhere, in a circle or to a file, a way through a file, a file
// system that cannot be written. A clear message, exit code 2, and nothing lost or left behind.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <csignal>
#include <filesystem>

#include "cli/program.h"
#include "support/small_mount.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class OutFolder : public ::testing::Test {
 protected:
  OutFolder() {
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n"));
    folder_.add("fall.toml",
                "title = \"A fall\"\nsource = \"Galileo\"\nsizes = [8]\n"
                "[scene.domain]\nsize = [1.0, 1.0]\ncell_size = \"= 1/n\"\n[scene.time]\nfps = 50\nframes = 2\n"
                "[[scene.liquid]]\nshape = \"box\"\nmin = [0.25, 0.5]\nmax = [0.75, 0.875]\n"
                "[series.height]\ntable = \"stats\"\nx = \"time\"\ny = \"center_of_mass_y\"\n"
                "[number]\nbegin = {take = \"first\", of = \"height\"}\n"
                "[[score]]\nname = \"begin\"\nvalue = \"begin\"\nat_most = 1.0\nreason = \"it is there\"\n"
                "[[plot]]\ntitle = \"A fall\"\nx = \"time, s\"\ny = \"height, m\"\ncurves = [\"height\"]\n");
    folder_.add("thesis.txt", "thesis");
    fs::create_symlink("no_disk/results", folder_ / "dangling");
    fs::create_symlink("circle", folder_ / "circle");
    fs::create_symlink("thesis.txt", folder_ / "to_file");
  }

  void expect_refused(const std::vector<std::string>& words, const std::string& says) {
    const Outcome outcome = run_program(folder_, words);
    expect_says(outcome, 2, says);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(read_file(folder_ / "thesis.txt"), "thesis");
    EXPECT_FALSE(fs::exists(folder_ / "no_disk"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
  }

  TemporaryFolder folder_;
};

TEST_F(OutFolder, that_is_a_link_to_nowhere_or_no_folder_is_refused_by_every_command) {
  std::vector<std::vector<std::string>> commands = {{"run", "small.toml"}, {"view", "small.toml", "--no-browser"}};
  if (has_python_for_validate()) commands.push_back({"validate", "fall.toml"});
  for (std::vector<std::string> words : commands) {
    const auto to = [&](const std::string& out) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--out", out});
      return all;
    };
    expect_refused(to("dangling"), "dangling is a link to no_disk/results, which is not there");
    expect_refused(to("dangling/below"), "dangling is a link to no_disk/results, which is not there");
    expect_refused(to("circle"), "circle is a link to circle, which cannot be followed: Too many levels");
    expect_refused(to("to_file"), "to_file is a link to thesis.txt, which is not a folder");
    expect_refused(to("thesis.txt/below/it"), "thesis.txt is not a folder");
  }
}

TEST_F(OutFolder, with_a_link_to_nowhere_in_it_is_refused) {
  fs::create_directories(folder_ / "out/small");
  fs::create_symlink("../../no_disk", folder_ / "out/small/particles");
  expect_refused({"run", "small.toml"}, "particles is a link to ../../no_disk, which is not there");
  fs::remove(folder_ / "out/small/particles");
  EXPECT_EQ(run_program(folder_, {"run", "small.toml", "--quiet"}).exit_code, 0);
  fs::remove_all(folder_ / "out/small/frames");
  fs::create_symlink("../../no_disk", folder_ / "out/small/frames");
  expect_refused({"render", "out/small"}, "frames is a link to ../../no_disk, which is not there");
}

TEST_F(OutFolder, may_be_a_link_to_a_folder) {
  fs::create_directories(folder_ / "disk");
  fs::create_symlink("disk", folder_ / "results");
  EXPECT_EQ(run_program(folder_, {"run", "small.toml", "--out", "results/small", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "disk/small/report.html"));
}

TEST_F(OutFolder, on_a_file_system_that_cannot_be_written_is_refused) {
  const SmallMount mount(folder_ / "mount");
  if (!mount.is_mounted()) GTEST_SKIP() << "may not mount";
  ASSERT_EQ(::mount("tmpfs", (folder_ / "mount").c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=1m"), 0);
  expect_refused({"run", "small.toml", "--out", "mount/run"}, "Read-only file system");
  if (has_python_for_validate())
    expect_refused({"validate", "fall.toml", "--out", "mount/validate"}, "Read-only file system");
  expect_refused({"view", "small.toml", "--no-browser", "--out", "mount/view"}, "Read-only file system");
}

TEST_F(OutFolder, with_a_name_that_is_too_long_is_refused) {
  expect_refused({"run", "small.toml", "--out", std::string(300, 'd')}, "File name too long");
}

TEST_F(OutFolder, of_a_run_is_refused_for_a_validation) {
  if (!has_python_for_validate()) GTEST_SKIP() << kNoPython;
  ASSERT_EQ(run_program(folder_, {"run", "small.toml", "--quiet"}).exit_code, 0);
  expect_refused({"validate", "fall.toml", "--out", "out/small"}, "out/small holds the results of a run");
  EXPECT_EQ(run_program(folder_, {"info", "out/small"}).exit_code, 0);
}

TEST_F(OutFolder, of_a_validation_is_written_by_one_at_a_time) {
  if (!has_python_for_validate()) GTEST_SKIP() << kNoPython;
  for (int time = 0; time < 2; ++time)
    ASSERT_EQ(run_program(folder_, {"validate", "fall.toml", "--quiet", "--overwrite"}).exit_code, 0);
  folder_.add("long.toml", "like = \"fall\"\n[scene.time]\nframes = 100000\n");
  Process first(folder_, {"validate", "long.toml", "--quiet", "--overwrite"});
  ASSERT_TRUE(first.wait_until([&] { return fs::exists(folder_ / "out/validate/long/n8/stats.jsonl"); }));
  expect_refused({"validate", "fall.toml", "--overwrite"},
                 "out/validate is being written by process " + std::to_string(first.id()));
  first.send(SIGKILL);
  first.wait();
}

}  // namespace
}  // namespace spindrift::testing
