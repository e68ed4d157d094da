// Mesh files that are changed, moved or in the way while a run goes on and afterwards: a run knows those that it began
// with.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class ChangedMesh : public SmallRun {
 protected:
  ChangedMesh() {
    folder_.add("torus.obj", torus_);
    folder_.add("small.toml", small_scene_3d("[[solid]]\nshape = \"mesh\"\nfile = \"torus.obj\"\nscale = 0.1\n"
                                             "offset = [0.7, 0.2, 0.25]\n"));
  }
  // Does something after the first frame of a run, and lets it end.
  Outcome run_with(const std::function<void()>& meddle) {
    Process process(folder_, {"run", "small.toml", "--frames", "20", "--quiet", "--threads", "1"});
    EXPECT_TRUE(process.wait_until([&] { return fs::exists(folder_ / "out/small/particles/frame_0001.ply"); }));
    meddle();
    return process.wait();
  }

  const std::string torus_ = read_file(SPINDRIFT_SOURCE_DIR "/scenes/meshes/torus.obj");
};

TEST_F(ChangedMesh, during_a_run_is_refused_when_it_goes_on_and_the_old_one_is_not) {
  ASSERT_EQ(run_with([&] { folder_.add("torus.obj", torus_ + "# another\n"); }).exit_code, 0);
  const Outcome changed = run({"--frames", "21", "--resume"});
  expect_says(changed, 2, "the mesh torus.obj has changed");
  folder_.add("torus.obj", torus_);
  const Outcome right = run({"--frames", "21", "--resume"});
  EXPECT_EQ(right.exit_code, 0) << right.err;
}

TEST_F(ChangedMesh, is_not_drawn_by_render) {
  ASSERT_EQ(run({"--frames", "1"}).exit_code, 0);
  const std::vector<std::string> render = {"render", "out/small", "--width", "32",        "--height",
                                           "32",     "--samples", "1",       "--threads", "1"};
  folder_.add("torus.obj", torus_ + "# another\n");
  expect_says(run_program(folder_, render), 2, "torus.obj has changed");
  EXPECT_FALSE(fs::exists(folder_ / "out/small/frames"));
  folder_.add("torus.obj", torus_);
  expect_success(run_program(folder_, render));
}

TEST_F(ChangedMesh, that_a_run_would_remove_is_an_obstacle) {
  ASSERT_EQ(run({"--frames", "1", "--set", "surface.write=obj"}).exit_code, 0);
  const std::string mesh = folder_ / "out/small/surface/frame_0001.obj", bytes = read_file(mesh);
  expect_says(run({"--frames", "1", "--overwrite", "--set", "solid.1.file=out/small/surface/frame_0001.obj"}), 2,
              "surface/frame_0001.obj, which the scene needs, would be replaced");
  EXPECT_TRUE(read_file(mesh) == bytes);
}

TEST_F(ChangedMesh, is_told_by_its_bytes_and_not_by_its_path) {
  ASSERT_EQ(run({"--frames", "1"}).exit_code, 0);
  expect_success(
      run_program(folder_, {"run", "out/small/scene.toml", "--frames", "2", "--out", "out/small", "--resume"}));
}

TEST_F(ChangedMesh, that_lies_elsewhere_now_is_drawn_from_there) {
  ASSERT_EQ(run({"--frames", "1"}).exit_code, 0);
  fs::rename(folder_ / "torus.obj", folder_ / "away.obj");
  const auto render = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"render", "out/small", "--width", "32", "--samples", "1", "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(folder_, words);
  };
  expect_says(render({}), 2, "torus.obj'; if it lies elsewhere now, --set and the name of this key say where");
  expect_success(render({"--set", "solid.1.file=../../away.obj"}));
  folder_.add("away.obj", torus_ + "# another\n");
  expect_says(render({"--set", "solid.1.file=../../away.obj"}), 2, "away.obj has changed since");
}

}  // namespace
}  // namespace spindrift::testing
