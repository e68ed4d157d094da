// `spindrift info` on everything that a run writes.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "cli/program.h"
#include "formats/vdb/vdb.h"
#include "run/movie.h"
#include "spindrift/files.h"
#include "support/file_readers.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEverything =
    "[particles]\ncolumns = [\"id\", \"age\", \"color\"]\n"
    "[output]\nformats = [\"ply\", \"vtp\"]\nvolumes = [\"vti\"]\nwidth = 64\nmovie = false\n";

TEST(Info, knows_every_file_of_a_run_and_tells_an_outline_from_a_mesh) {
  const int frames = 4, per_frame = 6 + (has_openvdb() ? 2 : 0),
            once = 10;  // checkpoint, checksums and .pvd among them
  for (const bool is_3d : {false, true})
    for (const char* mesh : {"ply", "obj"}) {
      const TemporaryFolder folder;
      folder.add("small.toml", scene_with_everything(is_3d, mesh));
      expect_success(run_program(folder, {"run", "small.toml", "--quiet"}));
      int files = 0;
      for (const auto& entry : fs::recursive_directory_iterator(folder / "out")) {
        if (!entry.is_regular_file()) continue;
        ++files;
        const Outcome info = run_program(folder, {"info", entry.path().string()});
        EXPECT_EQ(info.exit_code, 0) << info.err;
        EXPECT_GE(lines_of(info.out).size(), 2u) << info.out;
      }
      const int of_pictures = is_3d ? 0 : frames + (has_ffmpeg() ? 1 : 0);
      EXPECT_EQ(files, frames * per_frame + once + of_pictures);
      const Outcome surface = run_program(folder, {"info", std::string("out/small/surface/frame_0001.") + mesh});
      expect_contains(surface.out, is_3d ? ": mesh, " : ": outline of a 2D liquid, ");
      const std::string parts = mesh == std::string("ply") ? (is_3d ? "  face " : "  edge ")
                                : is_3d                    ? "  triangles "
                                                           : "  segments ";
      const std::size_t row = surface.out.find(parts);
      ASSERT_NE(row, std::string::npos) << surface.out;
      EXPECT_GT(std::stoi(surface.out.substr(row + parts.size())), 0) << surface.out;
    }
}

TEST(Info, tells_where_the_particles_of_a_checkpoint_are) {
  for (const bool is_3d : {false, true}) {
    const TemporaryFolder folder;
    folder.add("small.toml", is_3d ? small_scene_3d(kEverything) : small_scene_2d(kEverything));
    ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
    const Outcome particles = run_program(folder, {"info", "out/small/particles/frame_0003.ply"});
    const Outcome checkpoint = run_program(folder, {"info", "out/small/checkpoints/frame_0003.checkpoint"});
    const auto range = [](const Outcome& info, const std::string& name) {
      for (const std::string& line : lines_of(info.out))
        if (const std::size_t at = line.find("    " + name + "  "); at == 0)
          return line.substr(line.find_first_not_of(' ', 5));
      return std::string("none of ") + name;
    };
    for (const char* axis : {"x", "y"}) EXPECT_EQ(range(checkpoint, axis), range(particles, axis)) << checkpoint.out;
    expect_contains(checkpoint.out, is_3d ? " of 512 cells" : " of 256 cells");
  }
}

TEST(Info, tells_type_frame_counts_and_ranges) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d(kEverything));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
  const std::size_t count = read_ply(folder / "out/small/particles/frame_0002.ply").count;
  for (const std::string ending : {"ply", "vtp"}) {
    const Outcome info = run_program(folder, {"info", "out/small/particles/frame_0002." + ending});
    const std::vector<std::string> lines = lines_of(info.out);
    ASSERT_GE(lines.size(), 8u) << info.out;
    EXPECT_NE(lines[0].find("particles, "), std::string::npos);
    EXPECT_NE(lines[1].find("frame"), std::string::npos);
    expect_contains(info.out, std::to_string(count));
    expect_contains(info.out, "age");
    EXPECT_TRUE(info.out.find("velocity.x") != std::string::npos || info.out.find("vx") != std::string::npos);
  }
  const Outcome checkpoint = run_program(folder, {"info", "out/small/checkpoints/frame_0003.checkpoint"});
  expect_contains(checkpoint.out, "written by");
  expect_contains(checkpoint.out, "Small");
  EXPECT_LT(lines_of(checkpoint.out).size(), 15u) << checkpoint.out;  // no list of internal fields
}

TEST(Info, refuses_a_cut_movie) {
  if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\nwidth = 64\n"));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
  const std::string movie = folder / "out/small/movie.mp4";
  const Outcome info = run_program(folder, {"info", movie});
  expect_contains(info.out, "movie, MP4");
  fs::resize_file(movie, fs::file_size(movie) * 2 / 3);
  EXPECT_EQ(run_program(folder, {"info", movie}).exit_code, 2);
}

TEST(Info, of_a_folder_says_whether_the_run_has_ended) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet", "--frames", "2"}).exit_code, 0);
  const Outcome finished = run_program(folder, {"info", "out/small"});
  for (const char* row : {"  title       Small\n", "  frames      2\n", " finished\n"})
    expect_contains(finished.out, row);
  {
    Process process(folder, {"run", "small.toml", "--resume", "--frames", "100000", "--ignore-disk-space"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder / "out/small/particles/frame_0006.ply"); }));
    process.send(SIGKILL);
    process.wait();
  }
  const Outcome killed = run_program(folder, {"info", "out/small"});
  EXPECT_EQ(killed.exit_code, 0) << killed.err;
  expect_contains(killed.out, "not finished");
  fs::remove(folder / "out/small/particles/frame_0001.ply");
  const Outcome missing = run_program(folder, {"info", "out/small"});
  expect_says(missing, 1, "particles/frame_0001.ply: error: this file is missing");
}

TEST(Info, refuses_cut_and_foreign_files) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d(kEverything));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
  fs::remove(folder / "out/small/checksums.txt");  // each reader by itself
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out"))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  for (const std::string& file : files) {
    fs::resize_file(file, fs::file_size(file) * 2 / 3);
    const Outcome info = run_program(folder, {"info", file});
    EXPECT_EQ(info.exit_code, 2) << file << info.out;
    expect_contains(info.err, "error: ");
  }
  folder.add("foreign.bin", std::string("\x7f"
                                        "ELF nothing of ours",
                                        21));
  folder.add("empty", "");
  for (const char* file : {"foreign.bin", "empty", "nowhere", "small.toml", "."})
    EXPECT_EQ(run_program(folder, {"info", file}).exit_code, 2) << file;
}

TEST(Output, vtk_lists_follow_a_resumed_run) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d(kEverything));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet", "--frames", "5", "--resume"}).exit_code, 0);
  const std::string list = read_file(folder / "out/small/particles.pvd");
  for (int frame = 0; frame <= 5; ++frame)
    expect_contains(list, "file=\"particles/frame_000" + std::to_string(frame) + ".vtp\"");
  EXPECT_EQ(count_files(folder / "out/small/volumes"), 6);
}

}  // namespace
}  // namespace spindrift::testing
