// `spindrift render` and what a run leaves for it.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "cli/program.h"
#include "picture/ray_scene.h"
#include "run/movie.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

constexpr const char* kDamWithMeshes = R"(
[domain]
size = [1.0, 1.0, 1.0]
resolution = 12
[time]
frames = 2
[particles]
columns = ["id", "age", "color"]
[surface]
write = "ply"
[render]
width = 64
height = 36
samples = 2
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.5, 0.5, 1.0]
[[probe]]
kind = "height"
name = "wall"
position = [0.1, 0.0, 0.5]
)";

class Render : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.add("dam.toml", kDamWithMeshes);
    expect_success(run_program(folder_, {"run", "dam.toml", "--out", "out"}));
  }
  std::string text_of(const std::string& name) { return read_file(folder_ / ("out/" + name)); }
  bool exists(const std::string& name) { return std::filesystem::exists(folder_ / ("out/" + name)); }

  TemporaryFolder folder_;
};

TEST_F(Render, a_run_writes_meshes_probes_and_a_report) {
  EXPECT_TRUE(exists("surface/frame_0002.ply"));
  EXPECT_NE(text_of("probes.csv").find("time s,wall height m\n0,0.5\n"), std::string::npos) << text_of("probes.csv");
  EXPECT_NE(text_of("report.html").find("</html>"), std::string::npos);
  EXPECT_NE(text_of("report.html").find("wall height m"), std::string::npos);
}

TEST_F(Render, a_report_shows_the_first_the_middle_and_the_last_frame) {
  const std::string quick = text_of("report.html");
  for (const char* frame : {"frame_0000", "frame_0001", "frame_0002"})
    EXPECT_NE(quick.find("<figcaption>" + std::string(frame)), std::string::npos) << frame;
  expect_contains(quick, "Quick views");
  ASSERT_EQ(run_program(folder_, {"render", "out", "--style", "particles"}).exit_code, 0);
  const std::string rendered = text_of("report.html");
  EXPECT_EQ(rendered.find("Quick views"), std::string::npos) << "now those of render";
  expect_contains(rendered, "<figcaption>frame_0002");
  EXPECT_LT(rendered.size(), quick.size()) << "these are 64 pixels wide";
}

TEST_F(Render, a_report_has_pictures_whatever_files_the_run_leaves) {
  using Words = std::vector<std::string>;
  for (const Words& sets :
       {Words{"output.formats=[\"vtp\"]", "surface.write=none"}, Words{"output.particles=false", "surface.write=none"},
        Words{"output.particles=false", "surface.write=obj"}}) {
    const Words run{"run", "dam.toml", "--out", "other", "--overwrite", "--set", sets[0], "--set", sets[1]};
    ASSERT_EQ(run_program(folder_, run).exit_code, 0);
    const std::string report = read_file(folder_ / "other/report.html");
    for (const char* frame : {"frame_0000", "frame_0001", "frame_0002"})
      EXPECT_NE(report.find("<figcaption>" + std::string(frame)), std::string::npos) << sets[0] << frame;
    EXPECT_NE(report.find("<img"), std::string::npos) << sets[0];
    EXPECT_FALSE(std::filesystem::exists(folder_ / "other/frames"));
  }
}

TEST_F(Render, a_report_without_pictures_says_why) {
  const std::vector<std::string> off{"run", "dam.toml", "--out", "off", "--set", "output.pictures=false"};
  ASSERT_EQ(run_program(folder_, off).exit_code, 0);
  const std::string report = read_file(folder_ / "off/report.html");
  expect_contains(report, "No pictures: the scene's output.pictures is off");
  EXPECT_EQ(report.find("<img"), std::string::npos);
}

TEST_F(Render, meshes_in_obj_are_drawn_like_those_in_ply) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  for (const char* format : {"ply", "obj"}) {
    const std::vector<std::string> run{"run",   "dam.toml",
                                       "--out", format,
                                       "--set", "output.particles=false",
                                       "--set", "surface.write=" + std::string(format)};
    ASSERT_EQ(run_program(folder_, run).exit_code, 0);
    expect_success(run_program(folder_, {"render", format, "--frames", "2"}));
  }
  EXPECT_EQ(read_file(folder_ / "obj/frames/frame_0002.png"), read_file(folder_ / "ply/frames/frame_0002.png"));
}

TEST_F(Render, water_becomes_a_picture_of_the_size_asked_for) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  expect_success(run_program(folder_, {"render", "out", "--frames", "2", "--width", "48", "--camera", "3,1,2"}));
  EXPECT_EQ(read_png_size(folder_ / "out/frames/frame_0002.png").width, 48);
  EXPECT_EQ(read_png_size(folder_ / "out/frames/frame_0002.png").height, 28);
}

TEST_F(Render, a_run_can_make_the_same_pictures_itself) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  ASSERT_EQ(run_program(folder_, {"render", "out"}).exit_code, 0);
  expect_success(run_program(folder_, {"run", "dam.toml", "--out", "live", "--set", "render.during_run=true"}));
  for (const char* frame : {"/frames/frame_0000.png", "/frames/frame_0002.png"})
    EXPECT_EQ(read_file(folder_ / (std::string("live") + frame)), read_file(folder_ / (std::string("out") + frame)));
}

TEST_F(Render, bad_input_is_refused_with_exit_code_2) {
  using Words = std::vector<std::string>;
  for (const Words& options :
       {Words{"--frames", "7..9"}, Words{"--frames", "2..1"}, Words{"--frames", "x"}, Words{"--style", "oil"},
        Words{"--camera", "1,2"}, Words{"--camera", "1,1,1", "--target", "1,1,1"}, Words{"--set", "render.depth=2"}}) {
    Words all{"render", "out"};
    all.insert(all.end(), options.begin(), options.end());
    const Outcome render = run_program(folder_, all);
    EXPECT_EQ(render.exit_code, 2) << options[1];
    EXPECT_NE(render.err.find("error"), std::string::npos) << options[1];
  }
  EXPECT_EQ(run_program(folder_, {"render", "nothing"}).exit_code, 2);
}

TEST_F(Render, the_movie_has_all_pictures_there_are) {
  if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  ASSERT_EQ(run_program(folder_, {"render", "out", "--style", "particles"}).exit_code, 0);
  const Outcome part = run_program(folder_, {"render", "out", "--style", "particles", "--frames", "1"});
  expect_contains(part.out, "out/movie.mp4, 3 pictures, 1 of them new");
}

TEST_F(Render, pictures_of_two_sizes_make_no_movie) {
  ASSERT_EQ(run_program(folder_, {"render", "out", "--style", "particles"}).exit_code, 0);
  const std::string before = exists("movie.mp4") ? text_of("movie.mp4") : "";
  expect_says(run_program(folder_, {"render", "out", "--style", "particles", "--frames", "1..2", "--width", "32"}), 0,
              "no new movie, because the pictures in frames/ have different sizes: frames/frame_0000.png "
              "has 64 x 36 pixels, frames/frame_0001.png has 32 x 18");
  EXPECT_EQ(exists("movie.mp4") ? text_of("movie.mp4") : "", before);
  expect_success(run_program(folder_, {"info", "out"}));
}

TEST_F(Render, keys_that_the_run_has_settled_are_refused_by_name) {
  for (const char* key : {"domain.resolution", "time.fps", "output.every", "output.formats", "surface.write"}) {
    const Outcome render =
        run_program(folder_, {"render", "out", "--style", "particles", "--set", std::string(key) + "=3"});
    EXPECT_EQ(render.exit_code, 2) << key;
    expect_contains(render.err, "--set: error: '" + std::string(key) + "' is settled by the run");
  }
}

TEST_F(Render, the_liquid_may_take_on_another_color) {
  const auto draw = [&](const char* color) {
    expect_success(run_program(folder_, {"render", "out", "--style", "particles", "--frames", "1", "--set",
                                         std::string("fluid.color=") + color}));
    return text_of("frames/frame_0001.png");
  };
  EXPECT_NE(draw("[0.95, 0.62, 0.1]"), draw("[0.2, 0.6, 0.1]"));
}

TEST_F(Render, says_which_frames_every_left) {
  const std::vector<std::string> run{"run",      "dam.toml", "--out", "seventh",
                                     "--frames", "30",       "--set", "output.every=7"};
  ASSERT_EQ(run_program(folder_, run).exit_code, 0);
  expect_says(run_program(folder_, {"render", "seventh", "--style", "particles", "--frames", "10..12"}), 2,
              "seventh has frames 0, 7, 14, ... 28, and none of 10..12");
}

TEST_F(Render, says_which_format_it_needs) {
  expect_success(run_program(
      folder_, {"run", "dam.toml", "--out", "other", "--set", "output.particles=false", "--set", "surface.write=obj"}));
  const Outcome render = run_program(folder_, {"render", "other", "--style", "particles"});
  EXPECT_EQ(render.exit_code, 2);
  for (const char* words : {"surface/*.obj", "particles/*.ply", "surface.write"}) expect_contains(render.err, words);
}

TEST_F(Render, leaves_smoke_to_the_run) {
  folder_.add("smoke.toml",
              "[domain]\nsize = [1, 1, 1]\nresolution = 8\n[time]\nframes = 1\n[output]\nmovie = false\n"
              "[render]\nwidth = 32\nheight = 24\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.5, 0.2, "
              "0.5]\nradius = 0.2\n");
  ASSERT_EQ(run_program(folder_, {"run", "smoke.toml", "--out", "smoke"}).exit_code, 0);
  expect_says(run_program(folder_, {"render", "smoke"}), 2, "`run` itself makes its pictures");
}

TEST_F(Render, says_that_it_was_interrupted) {
  Process render(folder_, {"render", "out", "--style", "particles", "--width", "3840", "--height", "2160"});
  ASSERT_TRUE(render.wait_until([&] { return exists("frames/frame_0000.png"); })) << render.wait().err;
  render.send(SIGINT);
  const Outcome outcome = render.wait();
  expect_says(outcome, 130, "interrupted after ");
  EXPECT_FALSE(exists("movie.mp4"));
  const Outcome info = run_program(folder_, {"info", "out"});
  expect_contains(info.out, "not listed  0");
}

// As with Ctrl-C at a terminal, ffmpeg ends, too.
TEST_F(Render, says_that_it_was_interrupted_in_the_movie) {
  folder_.add("ffmpeg", "#!/bin/sh\n: > started\nwhile [ ! -e stop ]; do /bin/sleep 0.05; done\nexit 255\n");
  std::filesystem::permissions(folder_ / "ffmpeg", std::filesystem::perms::owner_all);
  folder_.add("dam_2d.toml", small_scene_2d("[output]\nwidth = 64\n"));
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"render", "out", "--style", "particles"}, Words{"run", "dam_2d.toml"}}) {
    std::filesystem::remove(folder_ / "started");
    std::filesystem::remove(folder_ / "stop");
    Process process(folder_, words, {.path = folder_.path()});
    ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(folder_ / "started"); })) << process.wait().err;
    process.send(SIGINT);
    folder_.add("stop", "");
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 130) << words[0];
    expect_contains(outcome.err, "interrupted while the movie was made");
    EXPECT_EQ(outcome.err.find("ffmpeg"), std::string::npos) << outcome.err;
  }
  EXPECT_FALSE(exists("movie.mp4"));
}

TEST_F(Render, says_which_frames_there_are) {
  const Outcome beyond = run_program(folder_, {"render", "out", "--style", "particles", "--frames", "7..9"});
  expect_contains(beyond.err, "out has frames 0 to 2, and none of 7..9");
  expect_says(run_program(folder_, {"render", "out", "--style", "particles", "--frames", "2..9"}), 0,
              "out has no frames after 2");
  std::filesystem::remove(folder_ / "out/particles/frame_0001.ply");
  expect_says(run_program(folder_, {"render", "out", "--style", "particles"}), 0,
              "left out for want of files to draw from: frames 1\n");
}

TEST_F(Render, says_that_meshes_are_for_water) {
  std::filesystem::remove_all(folder_ / "out/particles");
  const Outcome render = run_program(folder_, {"render", "out", "--style", "particles"});
  expect_says(render, 2, "out holds surface/*.ply, but");
  expect_contains(render.err, "--style water");
}

TEST_F(Render, damaged_files_are_refused) {
  const auto flip = [&](const std::string& name) {
    std::string bytes = text_of(name);
    bytes[bytes.size() - 2] ^= 1;
    std::ofstream(folder_ / ("out/" + name), std::ios::binary) << bytes;
  };
  const auto expect_refused = [&](const std::string& style) {
    expect_says(run_program(folder_, {"render", "out", "--style", style, "--frames", "1"}), 2, "damaged");
  };
  flip("particles/frame_0001.ply");
  expect_refused("particles");
  if (can_trace_rays()) {
    std::filesystem::remove(folder_ / "out/particles/frame_0001.ply");
    flip("surface/frame_0001.ply");
    expect_refused("water");
    flip("surface/frame_0001.ply");
  }
  flip("scene.toml");
  expect_refused("water");
}

}  // namespace
}  // namespace spindrift::testing
