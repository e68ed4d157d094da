#include "picture/volume_painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
  scene.render.width = 64;
  scene.render.height = 48;
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

TEST(VolumePainter, the_scenes_camera_shows_only_its_target) {
  const Vec3d smoke = testing::vec(8, 8, 8), aside = testing::vec(60, 10, -100);
  EXPECT_TRUE(differ_in_the_middle(picture(1.0, smoke), picture(0.0, smoke)));
  EXPECT_FALSE(differ_in_the_middle(picture(1.0, aside), picture(0.0, aside)));
}

// A frame of a closed room of 16 cells, still air; tests put into it what they look at.
struct Room {
  Scene scene = testing::empty_box(3, testing::vec(16, 16, 16));
  CellFrame cells;

  Room() {
    scene.smokes.emplace_back();
    scene.smokes[0].shape = testing::sphere(testing::vec(8, 8, 8), 2);
    scene.smokes[0].fuel = 0.5;  // dusk, so that fire is seen
    scene.render.width = 80;
    scene.render.height = 60;
    cells.cells = {{16, 16, 16}};
    cells.cell_size = 1.0;
    const std::size_t count = 16 * 16 * 16;
    cells.type.assign(count, CellType::kFluid);
    cells.density.assign(count, 0.0f);
    cells.fuel.assign(count, 0.0f);
    cells.temperature.assign(count, 300.0f);
  }
  void fill(const Vec<int, 3>& low, const Vec<int, 3>& high, float density, float kelvin) {
    for (int k = low[2]; k < high[2]; ++k)
      for (int j = low[1]; j < high[1]; ++j)
        for (int i = low[0]; i < high[0]; ++i) {
          const auto c = static_cast<std::size_t>((k * 16 + j) * 16 + i);
          cells.density[c] = density;
          cells.temperature[c] = kelvin;
        }
  }
  Image draw() {
    auto painter = VolumePainter::create(scene);
    EXPECT_TRUE(painter);
    return painter->draw(0.0, cells);
  }
};

float brightness(const Rgb& c) { return c.red + c.green + c.blue; }

TEST(VolumePainter, pictures_have_the_size_of_the_scene) {
  Room room;
  room.scene.render.width = 50;
  room.scene.render.height = 90;
  const Image image = room.draw();
  EXPECT_EQ(image.width, 50);
  EXPECT_EQ(image.height, 90);
}

TEST(VolumePainter, more_samples_smooth_the_edges_of_a_solid) {
  Room room;
  room.scene.smokes[0].fuel = 0.0;  // by day
  room.scene.solids.push_back(testing::solid(testing::box(testing::vec(5, 0, 5), testing::vec(11, 9, 11))));
  const auto draw = [&](int samples) {
    room.scene.render.samples = samples;
    return room.draw();
  };
  const Image exact = draw(400);
  const auto error = [&](const Image& image) {
    double sum = 0.0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
      sum += std::abs(static_cast<double>(brightness(image.pixels[i]) - brightness(exact.pixels[i])));
    return sum;
  };
  EXPECT_LT(error(draw(16)), 0.4 * error(draw(1)));
}

TEST(VolumePainter, a_flame_lights_the_floor_and_solids_around_it) {
  Room room;
  room.scene.render.eye = testing::vec(8, 30, 40);
  room.scene.render.target = testing::vec(8, 0, 8);
  room.scene.solids.push_back(testing::solid(testing::sphere(testing::vec(13, 1, 8), 1)));
  const auto draw = [&](float kelvin) {
    room.fill({{7, 0, 7}}, {{9, 4, 9}}, 1.0f, kelvin);
    return room.draw();
  };
  Image cold = draw(300.0f), hot = draw(1700.0f);
  const auto gain = [&](int x, int y) { return brightness(hot.at(x, y)) - brightness(cold.at(x, y)); };
  const int floor = room.scene.render.height / 2, middle = room.scene.render.width / 2;
  EXPECT_GT(gain(middle + 8, floor), 0.03f) << "near by";
  EXPECT_GT(gain(middle + 8, floor), 2.0f * gain(middle + 30, floor)) << "it falls with the distance";
  EXPECT_GT(hot.at(middle + 8, floor).red, hot.at(middle + 8, floor).blue) << "and is warm";
  EXPECT_GE(gain(middle - 8, floor), 0.0f) << "a flame casts no shadow";
}

TEST(VolumePainter, hot_soot_is_orange_and_cold_soot_is_dark) {
  Room room;
  room.scene.render.eye = testing::vec(8, 8, 50);
  room.scene.render.target = testing::vec(8, 8, 8);
  const auto middle = [&](float kelvin) {
    room.fill({{4, 4, 4}}, {{12, 12, 12}}, 1.0f, kelvin);
    Image image = room.draw();
    return image.at(image.width / 2, image.height / 2);
  };
  const Rgb flame = middle(1300.0f), soot = middle(400.0f);
  EXPECT_GT(flame.red, flame.green + 0.05f);
  EXPECT_GT(flame.green, flame.blue + 0.1f);
  EXPECT_LT(brightness(soot), 0.3f * brightness(flame));
}

TEST(VolumePainter, smoke_fades_out_below_an_open_top) {
  Room room;
  room.scene.render.eye = testing::vec(8, 15.5, 60);
  room.scene.render.target = testing::vec(8, 15.5, 8);
  room.scene.render.field_of_view_degrees = 8.0;
  room.scene.smokes[0].fuel = 0.0;  // by day
  room.fill({{4, 0, 4}}, {{12, 16, 12}}, 0.1f, 300.0f);
  // The largest step along the column of pixels in the middle, where the top of the domain is.
  const auto step = [&] {
    Image image = room.draw();
    float largest = 0.0f;
    for (int y = 1; y < image.height; ++y)
      largest = std::max(largest, std::abs(brightness(image.at(40, y)) - brightness(image.at(40, y - 1))));
    return largest;
  };
  const float closed = step();
  room.scene.domain.open = {Side::kTop};
  EXPECT_LT(step(), 0.5f * closed);
}

}  // namespace
}  // namespace spindrift
