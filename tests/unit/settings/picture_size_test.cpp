#include "settings/picture_size.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(picture_size, quick_views_are_small_however_the_pictures_are_shaped) {
  const auto quick = [](int width, int height) {
    Scene scene;
    scene.render.width = width;
    scene.render.height = height;
    const PictureSize size = quick_view_size(scene);
    return Vec<int, 2>{{size.width, size.height}};
  };
  EXPECT_EQ(quick(1280, 720), (Vec<int, 2>{{640, 360}}));
  EXPECT_EQ(quick(16384, 16), (Vec<int, 2>{{640, 16}}));
  EXPECT_EQ(quick(1000, 4000), (Vec<int, 2>{{320, 1280}}));
  EXPECT_EQ(quick(16, 16384), (Vec<int, 2>{{16, 1280}}));
}

}  // namespace
}  // namespace spindrift
