// `spindrift render` and what a run leaves for it.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "render/ray_scene.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

constexpr const char* kScene = R"(
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
    folder_.add("dam.toml", kScene);
    const Outcome run = run_program(folder_, {"run", "dam.toml", "--out", "out"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
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

TEST_F(Render, particles_become_pictures) {
  const Outcome render = run_program(folder_, {"render", "out", "--style", "particles", "--frames", "1..2"});
  ASSERT_EQ(render.exit_code, 0) << render.err;
  EXPECT_FALSE(exists("frames/frame_0000.png"));
  EXPECT_EQ(read_png_size(folder_ / "out/frames/frame_0002.png").width, 64);
}

TEST_F(Render, water_becomes_a_picture_of_the_size_asked_for) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  const Outcome render = run_program(folder_, {"render", "out", "--frames", "2", "--width", "48", "--camera", "3,1,2"});
  ASSERT_EQ(render.exit_code, 0) << render.err;
  EXPECT_EQ(read_png_size(folder_ / "out/frames/frame_0002.png").width, 48);
  EXPECT_EQ(read_png_size(folder_ / "out/frames/frame_0002.png").height, 28);
}

TEST_F(Render, a_run_can_make_the_same_pictures_itself) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  ASSERT_EQ(run_program(folder_, {"render", "out"}).exit_code, 0);
  const Outcome run = run_program(folder_, {"run", "dam.toml", "--out", "live", "--set", "render.during_run=true"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* frame : {"/frames/frame_0000.png", "/frames/frame_0002.png"})
    EXPECT_EQ(read_file(folder_ / (std::string("live") + frame)), read_file(folder_ / (std::string("out") + frame)));
}

TEST_F(Render, bad_input_is_refused_with_exit_code_2) {
  using Words = std::vector<std::string>;
  for (const Words& options : {Words{"--frames", "7..9"}, Words{"--frames", "2..1"}, Words{"--frames", "x"},
                               Words{"--style", "oil"}, Words{"--camera", "1,2"}, Words{"--set", "render.depth=2"}}) {
    Words all{"render", "out"};
    all.insert(all.end(), options.begin(), options.end());
    const Outcome render = run_program(folder_, all);
    EXPECT_EQ(render.exit_code, 2) << options[1];
    EXPECT_NE(render.err.find("error"), std::string::npos) << options[1];
  }
  EXPECT_EQ(run_program(folder_, {"render", "nothing"}).exit_code, 2);
}

TEST_F(Render, a_truncated_particle_file_is_refused) {
  std::filesystem::resize_file(folder_ / "out/particles/frame_0001.ply", 2000);
  const Outcome render = run_program(folder_, {"render", "out", "--style", "particles", "--frames", "1"});
  EXPECT_EQ(render.exit_code, 2);
  EXPECT_NE(render.err.find("truncated"), std::string::npos) << render.err;
}

}  // namespace
}  // namespace spindrift::testing
