#include "picture/paint/volume_painter.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

// A picture of a box with a ball of smoke, or with none, seen from the right.
Image picture(double smoke_density, const Vec3d& target) {
  Scene scene = testing::empty_box(3, testing::vec(16, 16, 16));
  SmokeSettings smoke;
  smoke.shape = testing::sphere(testing::vec(8, 8, 8), 4);
  smoke.density = smoke_density;
  scene.smokes = {smoke};
  scene.output.width = 64;
  scene.render.eye = testing::vec(60, 10, 8);
  scene.render.target = target;
  auto painter = VolumePainter::create(scene);
  EXPECT_TRUE(painter);
  return painter->draw(0.0, *testing::simulate(scene).cells());
}

bool differ_in_the_middle(Image a, Image b) {
  const Rgb x = a.at(a.width / 2, a.height / 2), y = b.at(b.width / 2, b.height / 2);
  return x.red != y.red || x.green != y.green || x.blue != y.blue;
}

TEST(VolumePainter, the_scenes_camera_shows_what_it_is_aimed_at_and_nothing_else) {
  const Vec3d smoke = testing::vec(8, 8, 8), aside = testing::vec(60, 10, -100);
  EXPECT_TRUE(differ_in_the_middle(picture(1.0, smoke), picture(0.0, smoke)));
  EXPECT_FALSE(differ_in_the_middle(picture(1.0, aside), picture(0.0, aside)));
}

}  // namespace
}  // namespace spindrift
