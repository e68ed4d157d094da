// `spindrift render` of 2D runs and of smoke, whose pictures a run paints itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "formats/vdb/vdb.h"
#include "spindrift/files.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

class RenderPainted : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.add("dam.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\nvolumes = [\"vti\"]\n"));
    folder_.add("smoke_2d.toml", smoke("[1, 1]", "[0.5, 0.2]"));
    folder_.add("smoke_3d.toml", smoke("[1, 1, 1]", "[0.5, 0.2, 0.5]"));
  }
  static std::string smoke(const std::string& size, const std::string& center) {
    return "[domain]\nsize = " + size +
           "\nresolution = 8\n[time]\nframes = 1\n[output]\nwidth = 32\nmovie = false\nvolumes = [\"raw\"]\n"
           "[render]\nwidth = 32\nheight = 24\n[[smoke_source]]\nshape = \"sphere\"\ncenter = " +
           center + "\nradius = 0.2\n";
  }
  Outcome run(const std::string& scene, const std::string& out, const std::string& set = "output.every=1") {
    return run_program(folder_, {"run", scene, "--out", out, "--overwrite", "--set", set});
  }
  std::string picture(const std::string& out) { return read_file(folder_ / (out + "/frames/frame_0001.png")); }

  TemporaryFolder folder_;
};

TEST_F(RenderPainted, the_pictures_of_a_run_are_those_made_from_its_files) {
  ASSERT_EQ(run("dam.toml", "out").exit_code, 0);
  for (const char* set : {"output.color=speed", "output.color=density", "output.color=pressure",
                          "output.color=vorticity", "output.color=type", "output.grid=true", "output.arrows=2"}) {
    ASSERT_EQ(run("dam.toml", "live", set).exit_code, 0);
    std::filesystem::remove_all(folder_ / "out/frames");
    expect_success(run_program(folder_, {"render", "out", "--set", set}));
    EXPECT_EQ(picture("out"), picture("live")) << set;
  }
  expect_success(run_program(folder_, {"info", "out"}));
}

TEST_F(RenderPainted, so_are_those_of_smoke) {
  for (const std::string scene : {"smoke_2d", "smoke_3d"})
    for (const std::string volumes : {"output.volumes=[\"raw\"]", "output.volumes=[\"vdb\"]"}) {
      if (volumes.find("vdb") != std::string::npos && !has_openvdb()) continue;
      ASSERT_EQ(run(scene + ".toml", scene, volumes).exit_code, 0);
      const std::string live = picture(scene);
      std::filesystem::remove_all(folder_ / (scene + "/frames"));
      expect_success(run_program(folder_, {"render", scene}));
      EXPECT_EQ(picture(scene), live) << scene << volumes;
    }
}

TEST_F(RenderPainted, smoke_in_3d_is_drawn_in_any_size_with_any_samples) {
  ASSERT_EQ(run("smoke_3d.toml", "out").exit_code, 0);
  const auto draw = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"render", "out", "--frames", "1"};
    words.insert(words.end(), options.begin(), options.end());
    expect_success(run_program(folder_, words));
    return picture("out");
  };
  const std::string small = draw({}), tall = draw({"--width", "32", "--height", "64"});
  EXPECT_NE(tall, small);
  EXPECT_NE(draw({"--width", "32", "--height", "64", "--samples", "1"}), tall);
  EXPECT_EQ(draw({"--width", "64"}), draw({"--width", "64", "--height", "48"})) << "the scene's shape is kept";
}

TEST_F(RenderPainted, says_which_key_makes_the_run_write_what_is_missing) {
  ASSERT_EQ(run("dam.toml", "no_grid", "output.volumes=[]").exit_code, 0);
  expect_says(run_program(folder_, {"render", "no_grid", "--set", "output.color=pressure"}), 2,
              "run the scene with output.volumes = [\"vti\"]");
  EXPECT_EQ(run_program(folder_, {"render", "no_grid", "--set", "output.color=speed"}).exit_code, 0);
  ASSERT_EQ(run("dam.toml", "no_particles", "output.particles=false").exit_code, 0);
  expect_says(run_program(folder_, {"render", "no_particles", "--set", "output.color=speed"}), 2,
              "\"ply\" in output.formats");
  EXPECT_EQ(run_program(folder_, {"render", "no_particles", "--set", "output.grid=true"}).exit_code, 0);
}

TEST_F(RenderPainted, options_of_3d_liquids_are_refused) {
  ASSERT_EQ(run("dam.toml", "out").exit_code, 0);
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"--samples", "4"}, Words{"--height", "32"}, Words{"--camera", "1,1,1"},
                             Words{"--set", "output.faces=true"}}) {
    const Outcome render = run_program(folder_, {"render", "out", words[0], words[1]});
    EXPECT_EQ(render.exit_code, 2) << words[0];
    EXPECT_NE(render.err.find("error"), std::string::npos) << words[0];
  }
  EXPECT_EQ(run_program(folder_, {"render", "out", "--style", "particles"}).exit_code, 0);
}

}  // namespace
}  // namespace spindrift::testing
