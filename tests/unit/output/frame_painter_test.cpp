// Pictures of a simulation that is stepped by hand are those of a run.
#include <gtest/gtest.h>

#include <filesystem>

#include "spindrift/files.h"
#include "spindrift/picture.h"
#include "spindrift/run.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

void expect_the_picture_of_a_run(Scene scene) {
  const TemporaryFolder folder;
  scene.time.frames = 2;
  scene.output.movie = false;
  scene.output.width = 120;
  const auto run = run_scene(scene, {.folder = folder / "run"});
  ASSERT_TRUE(run) << to_string(run.error());
  Simulation simulation = simulate(scene);
  auto painter = FramePainter::create(scene);
  ASSERT_TRUE(painter) << to_string(painter.error());
  for (int frame = 0; frame <= 2; ++frame) {
    if (frame > 0) advance(simulation, 1);
    const auto image = painter->draw(simulation);
    ASSERT_TRUE(image) << to_string(image.error());
    ASSERT_TRUE(write_image(folder / "own.png", *image));
    EXPECT_EQ(read_file(folder / "own.png"),
              read_file(folder / "run/frames/frame_000" + std::to_string(frame) + ".png"));
  }
}

TEST(FramePainter, draws_liquid_as_a_run_does) {
  Scene scene = dam_break(2, 20);
  scene.output.arrows = 4;
  expect_the_picture_of_a_run(scene);
}

TEST(FramePainter, draws_smoke_as_a_run_does) {
  Scene scene = empty_box(2, vec(20, 20));
  scene.smokes.emplace_back();
  scene.smokes[0].shape = sphere(vec(10, 6), 4.0);
  expect_the_picture_of_a_run(scene);
}

TEST(FramePainter, draws_particles_in_3d_as_a_run_does) {
  Scene scene = dam_break(3, 10);
  scene.render.during_run = true;
  scene.render.style = RenderStyle::kParticles;
  scene.render.width = 120;
  scene.render.height = 80;
  expect_the_picture_of_a_run(scene);
}

TEST(FramePainter, refuses_another_scene) {
  auto painter = FramePainter::create(dam_break(2, 20));
  ASSERT_TRUE(painter);
  EXPECT_FALSE(painter->draw(simulate(dam_break(3, 10))));
  EXPECT_FALSE(painter->draw(simulate(dam_break(2, 10))));
}

}  // namespace
}  // namespace spindrift
