// What a watcher of somebody's throws does not leave the library, either.
#include <gtest/gtest.h>

#include <stdexcept>

#include "spindrift/run.h"
#include "spindrift/scene_file.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

struct Thrower : RunWatcher {
  explicit Thrower(std::string where) : from(std::move(where)) {}
  void step_end(const StepReport&) override {
    if (from == "step_end") throw std::runtime_error("mine");
  }
  void stage_begin(std::string_view) override {
    if (from == "stage_begin") throw 42;
  }
  void frame_end(const FrameReport&) override {
    if (from == "frame_end") throw std::runtime_error("mine");
  }
  std::string from;
};

TEST(ThrowingWatcher, ends_a_step_with_its_own_words) {
  Simulation simulation = simulate(dam_break(2, 8), 2);
  Thrower thrower("step_end");
  const auto report = simulation.advance_frame(&thrower);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "mine");
  const auto again = simulation.advance_frame();
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "unusable: an exception interrupted an earlier call; create a new object");
}

TEST(ThrowingWatcher, may_throw_anything) {
  Simulation simulation = simulate(dam_break(3, 8), 2);
  Thrower thrower("stage_begin");
  EXPECT_FALSE(simulation.advance_frame(&thrower));
}

TEST(ThrowingWatcher, ends_a_run_which_says_why) {
  const TemporaryFolder folder;
  Thrower thrower("frame_end");
  Scene scene = dam_break(2, 8);
  scene.output.pictures = false;
  const auto run = run_scene(scene, {.folder = folder / "run"}, &thrower);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "mine");
  EXPECT_NE(read_file(folder / "run/run.json").find("\"error\": \"mine\""), std::string::npos);
}

TEST(ThrowingWatcher, may_be_a_source_of_meshes) {
  const std::string text = "[domain]\nsize = [1, 1, 1]\n[[liquid]]\nshape = \"mesh\"\nfile = \"a.obj\"\n";
  const MeshSource throwing = [](const std::string&) -> Result<std::shared_ptr<const Mesh>> {
    throw std::logic_error("mine");
  };
  const auto scene = parse_scene(text, "scene.toml", {}, {throwing});
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().message, "mine");
}

}  // namespace
}  // namespace spindrift
