// Files that only seem to be what a run wrote: under its names, with its sizes and times, or linked.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/changed_files.h"
#include "formats/files/checksum_list.h"

namespace spindrift::testing {
namespace {

class SeemingFiles : public ChangedFiles {};

// A checkpoint of another run that took the place of this one's, or one that was damaged, is not what the run wrote.
TEST_F(SeemingFiles, checkpoints_are_kept) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  append("checkpoints/frame_0004.checkpoint", "mine");
  const std::string mine = read_file(path("checkpoints/frame_0004.checkpoint"));
  const Outcome later = run({"--frames", "8", "--resume"});  // of which the newest two stay
  EXPECT_EQ(later.exit_code, 0) << later.err;
  EXPECT_NE(later.err.find("out/small/changed/checkpoints/frame_0004.checkpoint"), std::string::npos) << later.err;
  EXPECT_EQ(read_file(path("changed/checkpoints/frame_0004.checkpoint")), mine);
  EXPECT_EQ(info(), 0);
  // One that cannot be used is in the way of the run that goes on from the one before it.
  expect_kept({"checkpoints/frame_0008.checkpoint"}, [&] { return run({"--frames", "8", "--resume"}); });
  fs::remove_all(path("changed"));
  expect_kept({"checkpoints/frame_0008.checkpoint"}, [&] { return run({"--frames", "2", "--overwrite"}); });
}

// Names that the list has no sum of: the run was to write them and was killed, could not, or has removed them since.
TEST_F(SeemingFiles, ones_under_names_of_files_that_the_run_has_not_are_kept) {
  ASSERT_EQ(run({"--frames", "8"}).exit_code, 0);  // checkpoints 6 and 8 are left
  folder_.add("out/small/checkpoints/frame_0002.checkpoint", "mine");
  ASSERT_EQ(run({"--frames", "10", "--resume"}).exit_code, 0);
  EXPECT_EQ(read_file(path("checkpoints/frame_0002.checkpoint")), "mine");
  const Outcome refused = run({"--frames", "10", "--overwrite"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("frame_0002.checkpoint"), std::string::npos) << refused.err;
  fs::remove(path("checkpoints/frame_0002.checkpoint"));

  int frames = 12;
  for (const char* how : {"--resume", "--overwrite"}) {
    const std::string name = "frames/frame_00" + std::to_string(frames) + ".png";
    {
      auto list = ChecksumList::open(path(""));
      ASSERT_TRUE(list && list->begin(path(name)));
    }
    folder_.add("out/small/" + name, "my title");
    const Outcome outcome = run({"--frames", std::to_string(frames++), how});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("changed/" + name), std::string::npos) << outcome.err;
    EXPECT_EQ(read_file(path("changed/" + name)), "my title") << how;
  }
}

TEST_F(SeemingFiles, what_kill_left_without_a_sum_is_the_runs_if_it_makes_the_same_again) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  const std::string name = "frames/frame_0006.png", drawn = read_file(path(name));
  fs::remove(path(name));
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  {
    auto list = ChecksumList::open(path(""));
    ASSERT_TRUE(list && list->begin(path(name)));
  }
  folder_.add("out/small/" + name, drawn);
  const Outcome outcome = run({"--frames", "6", "--resume"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_FALSE(fs::exists(path("changed")));
  EXPECT_EQ(read_file(path(name)), drawn);
}

TEST_F(SeemingFiles, a_movie_of_ones_own_after_one_that_failed_is_kept) {
  fs::create_directory(folder_ / "bin");
  folder_.add("bin/ffmpeg", "#!/bin/sh\nexit 1\n");
  fs::permissions(folder_ / "bin/ffmpeg", fs::perms::owner_all);
  const Surroundings broken{.path = folder_ / "bin:/usr/bin:/bin"};
  const auto run_with = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "small.toml", "--quiet", "--set", "output.movie=true"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_, arguments, broken);
  };
  ASSERT_EQ(run_with({"--frames", "2"}).exit_code, 0);
  for (const char* how : {"--resume", "--overwrite"}) {
    folder_.add("out/small/movie.mp4", "mine");
    run_with({"--frames", "4", how});
    EXPECT_EQ(read_file(path("movie.mp4")), "mine") << how;
  }
}

// Whatever the times of the files are: tidying up keeps those of others, and of the same size.
TEST_F(SeemingFiles, data_is_known_by_more_than_its_time) {
  ASSERT_EQ(run({"--frames", "2", "--set", "solver.flip=0.1", "--out", "out/other"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  const std::string name = "particles/frame_0002.ply", other = read_file(folder_ / ("out/other/" + name));
  ASSERT_EQ(other.size(), read_file(path(name)).size());
  fs::rename(folder_ / ("out/other/" + name), path(name));
  const Outcome outcome = run({"--frames", "2", "--overwrite"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("changed/" + name), std::string::npos) << outcome.err;
  EXPECT_EQ(read_file(path("changed/" + name)), other);
  // Of a copy all is read.
  fs::copy(path(""), folder_ / "out/copy", fs::copy_options::recursive);
  std::ofstream(folder_ / ("out/copy/" + name), std::ios::in | std::ios::out | std::ios::binary).seekp(500) << "mine";
  fs::last_write_time(folder_ / ("out/copy/" + name), fs::file_time_type::min());
  fs::remove_all(folder_ / "out/copy/changed");
  EXPECT_NE(run({"--frames", "2", "--overwrite", "--out", "out/copy"}).err.find("changed/" + name), std::string::npos);
}

TEST_F(SeemingFiles, links_that_lead_nowhere_are_kept) {
  for (const char* how : {"--resume", "--overwrite"}) {
    ASSERT_EQ(run({"--frames", "2", "--overwrite"}).exit_code, 0);
    fs::remove(path("report.html"));
    fs::create_symlink("/nowhere/report.html", path("report.html"));
    const Outcome outcome = run({"--frames", "4", how});
    EXPECT_NE(outcome.err.find("changed/report.html"), std::string::npos) << outcome.err;
    EXPECT_TRUE(fs::is_symlink(path("changed/report.html"))) << how;
    fs::remove_all(path("changed"));
  }
}

TEST_F(SeemingFiles, checkpoints_may_be_removed) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  EXPECT_EQ(info(), 0);
}

// What the run would replace there is the other's.
TEST_F(SeemingFiles, a_link_into_the_folder_of_another_run_is_refused) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "2", "--out", "out/other"}).exit_code, 0);
  fs::remove_all(path("frames"));
  fs::create_directory_symlink("../other/frames", path("frames"));
  for (const char* how : {"--resume", "--overwrite"}) {
    const Outcome outcome = run({"--frames", "4", how});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("frames is a link into that of another run, "), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run_program(folder_, {"info", "out/other"}).exit_code, 0);
}

// A folder of data that lies elsewhere, with a link in the run's: in a copy of that it is the original's, too.
TEST_F(SeemingFiles, a_link_in_a_copy_is_refused) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  for (const char* name : {"particles", "frames", "checkpoints"}) {
    fs::rename(path(name), folder_ / name);
    fs::create_directory_symlink(folder_ / name, path(name));
    EXPECT_EQ(run({"--frames", "2", "--overwrite"}).exit_code, 0) << "the run itself goes on with it";
    fs::copy(path(""), folder_ / "out/copy", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (const auto& words : {std::vector<std::string>{"run", "small.toml", "--overwrite", "--out", "out/copy"},
                              {"run", "small.toml", "--resume", "--frames", "9", "--out", "out/copy"},
                              {"render", "out/copy"}}) {
      const Outcome outcome = run_program(folder_, words);
      EXPECT_EQ(outcome.exit_code, 2) << words[0];
      EXPECT_NE(outcome.err.find(std::string(name) + " is a link"), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(info(), 0) << "nothing has become of the original";
    fs::remove_all(folder_ / "out/copy");
    fs::remove(path(name));
    fs::rename(folder_ / name, path(name));
  }
  fs::copy(path(""), folder_ / "out/copy", fs::copy_options::recursive);
  EXPECT_EQ(run({"--frames", "2", "--overwrite", "--out", "out/copy"}).exit_code, 0) << "a copy without links";
}

// Lists of files for ParaView change with every frame.
TEST_F(SeemingFiles, lists_of_files_of_ones_own_are_kept_after_kill_and_during_a_run) {
  const std::vector<std::string> vtp = {"--set", "output.formats=[\"vtp\"]", "--ignore-disk-space"};
  for (const char* how : {"--resume", "--overwrite"}) {
    fs::remove_all(path(""));
    std::vector<std::string> words = {"run", "small.toml", "--frames", "100000"};
    words.insert(words.end(), vtp.begin(), vtp.end());
    Process process(folder_, words);
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0006.vtp")); }));
    process.send(SIGKILL);
    process.wait();
    const std::string frames = std::to_string(count_files(path("particles")) + 2);
    if (how == std::string("--resume")) {
      const Outcome untouched = run({"--frames", frames, "--resume", vtp[0], vtp[1]});
      EXPECT_EQ(untouched.err.find("particles.pvd"), std::string::npos) << untouched.err;
      auto list = ChecksumList::open(path(""));
      const auto sum = sum_of_file(path("particles.pvd"));  // as if it had been killed once more
      ASSERT_TRUE(list && sum && list->begin_change(path("particles.pvd"), *sum, *sum));
    }
    folder_.add("out/small/particles.pvd", "my own list");
    const Outcome outcome = run({"--frames", frames + "0", how, vtp[0], vtp[1], vtp[2]});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("changed/particles.pvd"), std::string::npos) << outcome.err;
    EXPECT_EQ(read_file(path("changed/particles.pvd")), "my own list") << how;
  }
  fs::remove_all(path(""));
  Process process(folder_, {"run", "small.toml", "--quiet", "--frames", "300", vtp[0], vtp[1], vtp[2]});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0006.vtp")); }));
  folder_.add("out/small/particles.pvd", "my own list");
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_file(path("changed/particles.pvd")), "my own list") << outcome.err;
  EXPECT_NE(read_file(path("particles.pvd")).find("frame_0300.vtp"), std::string::npos);
  EXPECT_EQ(info(), 0);
}

TEST_F(SeemingFiles, a_line_that_somebody_took_out_of_a_list_of_files_after_kill_is_noticed) {
  const std::vector<std::string> vtp = {"--set", "output.formats=[\"vtp\"]", "--ignore-disk-space"};
  Process process(folder_, {"run", "small.toml", "--frames", "100000", vtp[0], vtp[1], vtp[2]});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0006.vtp")); }));
  process.send(SIGKILL);
  process.wait();
  EXPECT_EQ(info(), 0);
  std::string list = read_file(path("particles.pvd"));
  const std::size_t line = list.find("<DataSet", list.find("<DataSet") + 1);
  list.erase(line, list.find('\n', line) + 1 - line);
  folder_.add("out/small/particles.pvd", list);
  EXPECT_EQ(info(), 2);
  const std::string frames = std::to_string(count_files(path("particles")) + 2);
  const Outcome outcome = run({"--frames", frames, "--resume", vtp[0], vtp[1]});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_file(path("changed/particles.pvd")), list) << outcome.err;
  EXPECT_NE(read_file(path("particles.pvd")).find("frame_0001.vtp"), std::string::npos);
  EXPECT_EQ(info(), 0);
}

// As from the wrong backup: under a name that the run has removed, and in place of its own.
TEST_F(SeemingFiles, a_checkpoint_of_another_scene_than_the_folders_is_refused) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "9", "--out", "out/other", "--set", "solver.flip=0.5"}).exit_code, 0);
  const fs::path theirs = folder_ / "out/other";
  for (const char* name : {"frame_0004.checkpoint", "frame_0008.checkpoint"}) {
    for (const auto& file : fs::directory_iterator(theirs / "checkpoints")) fs::remove(file.path());
    fs::copy(path("checkpoints/frame_0004.checkpoint"), theirs / "checkpoints" / name);
    const std::string particles = read_file((theirs / "particles/frame_0006.ply").string());
    const Outcome outcome = run({"--frames", "9", "--resume", "--out", "out/other"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find(std::string(name) + " is of another run: 'solver.flip' is 0.95 in it, and 0.5 in "),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(read_file((theirs / "particles/frame_0006.ply").string()), particles);
  }
}

TEST_F(SeemingFiles, a_list_of_checksums_of_ones_own_beside_data_hides_no_damage) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  std::fstream(path("particles/frame_0003.ply"), std::ios::binary | std::ios::in | std::ios::out).seekp(900).put('#');
  const std::string own = "d41d8cd98f00b204e9800998ecf8427e  frame_0003.ply\n";
  for (const std::string& text : {std::string(), own, std::string("spindrift checksums 1\n")}) {
    folder_.add("out/small/particles/checksums.txt", text);
    const Outcome drawn = run_program(folder_, {"render", "out/small", "--frames", "3"});
    EXPECT_EQ(drawn.exit_code, 2) << drawn.err;
    EXPECT_EQ(run_program(folder_, {"info", "out/small/particles/frame_0003.ply"}).exit_code, 2);
  }
}

TEST_F(SeemingFiles, links_in_the_place_of_files_are_kept) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  fs::rename(path("stats.jsonl"), folder_ / "elsewhere.jsonl");
  fs::create_symlink("../../elsewhere.jsonl", path("stats.jsonl"));
  const Outcome outcome = run({"--frames", "4", "--resume"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("out/small/changed/stats.jsonl"), std::string::npos) << outcome.err;
  EXPECT_TRUE(fs::is_symlink(path("changed/stats.jsonl")));
  EXPECT_EQ(lines_of(read_file(path("changed/stats.jsonl"))).size(), 3u) << "it leads to where it led";
  EXPECT_EQ(lines_of(read_file(path("stats.jsonl"))).size(), 5u);
}

// As after a copy of the checkpoint alone, or a backup of all else.
TEST_F(SeemingFiles, a_checkpoint_that_is_ahead_of_all_else_leaves_a_gap_that_is_said) {
  folder_.add("small.toml",
              small_scene_2d("[[region]]\nkind = \"column\"\nname = \"mid\"\nposition = [0.1, 0.0]\nrate = 500\n"));
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "8", "--out", "out/later"}).exit_code, 0);
  fs::copy(folder_ / "out/later/checkpoints/frame_0008.checkpoint", path("checkpoints/frame_0008.checkpoint"));
  const Outcome told = run_program(folder_, {"info", "out/small"});
  EXPECT_NE(told.out.find("not listed     1,"), std::string::npos) << told.out << "and not as written";
  const Outcome outcome = run({"--frames", "10", "--resume"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("the checkpoint is of frame 8, and the files in out/small end with frame 4"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("column_mid.csv: no line can be read of frames 5..8"), std::string::npos) << outcome.err;
  EXPECT_EQ(info(), 2);
}

TEST_F(SeemingFiles, what_pictures_are_drawn_from_and_the_run_has_not_written_is_said) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  fs::copy(path("particles/frame_0002.ply"), path("particles/frame_0003.ply"));
  const Outcome outcome = run_program(folder_, {"render", "out/small"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("drawn from files that checksums.txt does not know"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("out/small/particles/frame_0003.ply"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("frame_0002.ply"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace spindrift::testing
